// SecureMessaging
