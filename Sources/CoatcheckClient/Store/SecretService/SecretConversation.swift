// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import CoatcheckOAuth

  /// A connection to the Secret Service on the session bus, for a few calls on one thread.
  ///
  /// Nothing is kept from one conversation to the next, so a service or a bus that was restarted is
  /// found at once.
  ///
  /// [Secret Service API](https://specifications.freedesktop.org/secret-service-spec/latest/)
  struct SecretConversation {
    typealias Pointer = LibSecret.Pointer

    let library: LibSecret
    let cancellable: Pointer?
    let prompt: UnlockPrompt
    /// Called before the user is asked for a password.
    let willPrompt: @Sendable () -> Void
    let service: Pointer?

    /// Connects, runs `body`, and closes the connection.
    static func hold<Value>(
      _ library: LibSecret, _ cancellable: Cancellable, prompt: UnlockPrompt,
      willPrompt: @escaping @Sendable () -> Void,
      _ body: (borrowing SecretConversation) throws(OAuthError) -> Value
    ) throws(OAuthError) -> Value {
      let stop = cancellable.pointer
      // GLib's objects use the main context of the thread that made them.
      let context = library.contextNew()
      library.contextPush(context)
      defer {
        // Callbacks in the context hold references until they have run.
        while library.contextIterate(context, 0) != 0 {}
        library.contextPop(context)
        library.contextUnref(context)
      }
      let bus = try call(library) { library.busGet(2, stop, $0) }
      defer { library.objectUnref(bus) }
      // GIO would end the whole program when the bus goes away.
      library.busExitOnClose(bus, 0)
      let service = try call(library) {
        library.serviceOpen(library.serviceType(), nil, 0, stop, $0)
      }
      defer { library.objectUnref(service) }
      return try body(
        SecretConversation(
          library: library, cancellable: stop, prompt: prompt, willPrompt: willPrompt,
          service: service))
    }

    /// Runs a call of libsecret, and throws the `GError` that it leaves behind.
    static func call<Value>(
      _ library: LibSecret, _ body: (LibSecret.Failure) -> Value
    ) throws(OAuthError) -> Value {
      var failure: Pointer?
      let value = body(&failure)
      guard let failure else { return value }
      defer { library.errorFree(failure) }
      throw error(library, failure)
    }

    /// A `GError` is a domain, a code and a message.
    private static func error(_ library: LibSecret, _ failure: Pointer) -> OAuthError {
      let code = failure.load(fromByteOffset: 4, as: Int32.self)
      let domain = library.domainName(failure.load(as: UInt32.self)).map { String(cString: $0) }
      let text = failure.load(fromByteOffset: 8, as: LibSecret.Text?.self)
      let message = text.map { String(cString: $0) } ?? ""
      switch (domain, code) {
      // SECRET_ERROR_IS_LOCKED, and org.freedesktop.Secret.Error.IsLocked from the service itself.
      case ("secret-error", 2): return .keyringLocked
      case _ where message.contains("Secret.Error.IsLocked"): return .keyringLocked
      // G_DBUS_ERROR_SERVICE_UNKNOWN and G_DBUS_ERROR_NAME_HAS_NO_OWNER.
      case ("g-dbus-error-quark", 2), ("g-dbus-error-quark", 3):
        return .store("no Secret Service is running (start gnome-keyring-daemon or KeePassXC)")
      // G_IO_ERROR_CANCELLED: cancelled by us at the deadline, else by the user.
      case ("g-io-error-quark", 19): return .keyringLocked
      default: return .store("the Secret Service: \(message.prefix(200))")
      }
    }

    func call<Value>(_ body: (LibSecret.Failure) -> Value) throws(OAuthError) -> Value {
      try Self.call(library, body)
    }
  }

  extension OAuthError {
    /// The keyring has to be unlocked first. What it holds is untouched.
    static let keyringLocked = OAuthError.unreachable(
      .storeLocked, "The keyring is locked, and the user did not unlock it.")
  }
#endif
