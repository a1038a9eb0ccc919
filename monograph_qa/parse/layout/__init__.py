"""Layout by rule: glyphs and drawn shapes of one page become blocks in reading order."""
