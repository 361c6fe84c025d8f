"""The command line: flags become one call of app, answers go through the console."""
