"""Nothing unsupported gets out: drafts are judged against what is stored."""
