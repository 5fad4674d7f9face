// Trust
