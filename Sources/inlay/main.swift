print("inlay")
