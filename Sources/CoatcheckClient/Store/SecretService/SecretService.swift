// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The keyring of the desktop: gnome-keyring, KeePassXC, KWallet.
///
/// It is reached through libsecret, which is looked for when the program runs. Every call has a
/// thread of its own and a deadline, and no bus is started for it.
package struct SecretService: Sendable {
  /// Whether a locked keyring may ask the user for its password.
  package let prompt: UnlockPrompt
  private let environment: RuntimeEnvironment
  private let left: UnlockDialogue.Left
  #if os(Linux)
    private let library: LibSecret
  #endif

  /// How long the service may take to respond, without the user.
  private static let patience = Duration.seconds(10)

  /// Prepares the access to the service. No call is made yet.
  ///
  /// - Parameters:
  ///   - prompt: Whether a locked keyring may ask the user for its password.
  ///   - environment: What waits for the deadline.
  /// - Throws: `storeFailed`, saying what to install or to start, when libsecret or the session bus
  ///   is missing.
  package static func connect(
    prompt: UnlockPrompt = .within(.seconds(60)), environment: RuntimeEnvironment = .live
  ) throws(OAuthError) -> SecretService {
    try SecretService(prompt: prompt, environment: environment, left: UnlockDialogue.Left())
  }

  /// As ``connect(prompt:environment:)``; no prompt is opened while an unanswered one is still open.
  static func connect(
    prompt: UnlockPrompt, environment: RuntimeEnvironment, left: UnlockDialogue.Left
  ) throws(OAuthError) -> SecretService {
    try SecretService(prompt: prompt, environment: environment, left: left)
  }

  #if os(Linux)
    private init(
      prompt: UnlockPrompt, environment: RuntimeEnvironment, left: UnlockDialogue.Left
    ) throws(OAuthError) {
      guard Self.hasBus else {
        throw .store(
          "there is no session bus for the Secret Service (log in to a desktop, or use dbus-run-session)"
        )
      }
      self.prompt = prompt
      self.environment = environment
      self.left = left
      library = try LibSecret()
    }

    /// Without one, GIO would start a bus of its own, which no service is on.
    private static var hasBus: Bool {
      if let address = RuntimeFolder.variable("DBUS_SESSION_BUS_ADDRESS") {
        return !address.hasPrefix("autolaunch:") && !address.hasPrefix("disabled:")
      }
      guard let folder = RuntimeFolder.variable("XDG_RUNTIME_DIR") else { return false }
      return access("\(folder)/bus", F_OK) == 0
    }

    /// The attributes of all items which have these attributes, and perhaps others.
    ///
    /// - Throws: `storeLocked` when the keyring is locked and stays so, `storeFailed` when the
    ///   service cannot be used.
    package func search(
      _ attributes: [String: String]
    ) async throws(OAuthError) -> [[String: String]] {
      try await converse(.leaves) { conversation throws(OAuthError) in
        try conversation.withItems(attributes, .all, withSecrets: false) { items in
          items.map { conversation.attributes(of: $0) }
        }
      }
    }

    /// The secret of the item with these attributes, the newest if there are several; nil if there
    /// is no match.
    ///
    /// - Throws: As ``search(_:)``.
    package func lookup(_ attributes: [String: String]) async throws(OAuthError) -> [UInt8]? {
      try await converse(.leaves) { conversation throws(OAuthError) in
        try conversation.withItems(attributes, .any, withSecrets: true) {
          items throws(OAuthError) in
          let newest = items.max {
            conversation.library.itemModified($0.pointer)
              < conversation.library.itemModified($1.pointer)
          }
          guard let newest else { return nil }
          guard let secret = conversation.secret(of: newest) else {
            throw OAuthError.store("the Secret Service keeps a secret to itself")
          }
          return secret
        }
      }
    }

    /// Stores a secret in the default keyring, in place of the one with the same attributes.
    ///
    /// - Parameters:
    ///   - label: The label that the keyring's window displays.
    ///   - attributes: What it is found by; they may be kept in the clear.
    ///   - secret: The bytes.
    /// - Throws: As ``search(_:)``; `storeLocked` also when there is no keyring yet, and none is
    ///   made.
    package func store(
      label: String, attributes: [String: String], secret: [UInt8]
    ) async throws(OAuthError) {
      try await converse(.waits) { conversation throws(OAuthError) in
        switch try conversation.defaultKeyring() {
        case .open: break
        case .locked: try conversation.unlockDefault()
        case .missing:
          // The service makes one when the first secret is stored, and asks for its password.
          guard conversation.prompt != .never else { throw OAuthError.keyringLocked }
          conversation.willPrompt()
        }
        try conversation.store(label: label, attributes: attributes, secret: secret)
      }
    }

    /// Removes all items which have these attributes, and perhaps others. No match is not an error.
    ///
    /// - Throws: As ``search(_:)``.
    package func clear(_ attributes: [String: String]) async throws(OAuthError) {
      try await converse(.waits) { conversation throws(OAuthError) in
        try conversation.withItems(attributes, .all, withSecrets: false) {
          items throws(OAuthError) in
          for item in items {
            _ = try conversation.call {
              conversation.library.itemDelete(item.pointer, conversation.cancellable, $0)
            }
          }
        }
      }
    }

    private func converse<Value: Sendable>(
      _ cancellation: BlockingWork.Cancellation,
      _ body: @escaping @Sendable (SecretConversation) throws(OAuthError) -> Value
    ) async throws(OAuthError) -> Value {
      let cancellable = Cancellable(library)
      let dialogue = UnlockDialogue(left)
      let (library, environment) = (library, environment)
      let prompt = left.isOpen ? .never : prompt
      return try await BlockingWork.run(
        until: {
          try await environment.sleep(Self.patience)
          guard dialogue.wasAsked, case .within(let patience) = prompt else {
            return .store(
              "the Secret Service did not answer within \(Self.patience.components.seconds) s")
          }
          try await environment.sleep(patience)
          return .keyringLocked
        }, whenCancelled: cancellation, stop: { if !dialogue.leave() { cancellable.cancel() } }
      ) { () throws(OAuthError) in
        defer { dialogue.end() }
        return try SecretConversation.hold(
          library, cancellable, prompt: prompt, willPrompt: { dialogue.ask() }, body)
      }
    }
  #else
    private init(
      prompt: UnlockPrompt, environment: RuntimeEnvironment, left: UnlockDialogue.Left
    ) throws(OAuthError) {
      throw .store("only Linux desktops have a Secret Service")
    }

    /// Never called, since there is no service here.
    package func search(
      _ attributes: [String: String]
    ) async throws(OAuthError) -> [[String: String]] { [] }

    /// Never called, since there is no service here.
    package func lookup(_ attributes: [String: String]) async throws(OAuthError) -> [UInt8]? { nil }

    /// Never called, since there is no service here.
    package func store(
      label: String, attributes: [String: String], secret: [UInt8]
    ) async throws(OAuthError) {}

    /// Never called, since there is no service here.
    package func clear(_ attributes: [String: String]) async throws(OAuthError) {}
  #endif
}

#if os(Linux)
  extension SecretConversation {
    /// Makes an item in the default keyring, or replaces the one with the same attributes.
    func store(label: String, attributes: [String: String], secret: [UInt8]) throws(OAuthError) {
      let table = table(attributes)
      defer { library.tableUnref(table) }
      let type =
        String(validating: secret, as: UTF8.self) == nil ? "application/octet-stream" : "text/plain"
      let value = secret.withUnsafeBytes { bytes in
        library.valueNew(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, type)
      }
      defer { library.valueUnref(value) }
      let isStored = try call {
        library.serviceStore(service, nil, table, "default", label, value, cancellable, $0)
      }
      guard isStored != 0 else { throw .store("the Secret Service stored nothing") }
    }
  }
#endif
