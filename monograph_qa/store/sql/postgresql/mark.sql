-- A number that grows with every change of a label; of the known names as well.
SELECT mark FROM library_mark
