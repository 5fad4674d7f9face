// InlayCommands
