// PassportSimulator
