// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization

/// The sessions of this user, in the safest place this machine has, shared by all programs that use the
/// same folder.
///
/// Which place that is, is decided when the first session is saved, and written to `store.json` in the
/// folder. From then on that place is used and no other: when its key cannot be had, that is an error and
/// never a reason for plain text. A folder with session files in plain text and without `store.json` is an
/// older store, and is used as it is; its ``place`` says so.
///
/// - `store.json`: which store, and where its key is. No secret.
/// - `sessions`: the files of a store in plain text; `sealed-…`: those of an encrypted one.
public struct SystemStore: TokenStore {
  /// The path of the folder, without a slash at its end.
  public let folder: String
  /// The requested kind of store.
  public let choice: StoreChoice

  let services: SystemServices
  let environment: RuntimeEnvironment
  /// The folder's own records, `store.json`, and the locks of all its accounts.
  let home: FileRecords
  private let opened = OpenedStores()

  /// The store of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - choice: Which store. Another one than was decided before is an error: move the sessions
  ///     first.
  ///   - services: The services of the machine that can keep secrets.
  ///   - environment: The clocks and the random generator.
  package init(
    folder: String, choice: StoreChoice = .auto, services: SystemServices,
    environment: RuntimeEnvironment = .live
  ) {
    home = FileRecords(directory: folder, environment: environment)
    self.folder = home.directory
    self.choice = choice
    self.services = services
    self.environment = environment
  }

  /// Creates the store of a folder on this machine. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder with `store.json` and the locks; it is made when the first session
  ///     is saved.
  ///   - choice: The kind of store. When another kind was decided before, reading and writing sessions
  ///     fails with `storeFailed` until they are moved.
  ///   - variable: Looks up an environment variable by its name: `CREDENTIALS_DIRECTORY` for the
  ///     credentials of systemd, `COATCHECK_PASSPHRASE_FILE` for the file with the passphrase. Nil where it
  ///     is unset, as all are unless given.
  public init(
    folder: String, choice: StoreChoice = .auto, variable: (String) -> String? = { _ in nil }
  ) {
    self.init(folder: folder, choice: choice, services: .live(variable: variable))
  }

  /// Creates the store that the environment variables name. The folder is `$COATCHECK_HOME`, else
  /// `$XDG_DATA_HOME/coatcheck`, else `$HOME/.local/share/coatcheck`; the kind of store is in
  /// `$COATCHECK_STORE`.
  ///
  /// - Parameter variable: Looks up an environment variable by its name; nil where it is unset.
  /// - Throws: `OAuthError` with `storeFailed` when none of the variables names a folder, or plain text is
  ///   requested and not allowed; `misused` naming `store` when there is no such kind of store.
  public init(variable: (String) -> String?) throws(OAuthError) {
    self.init(
      folder: try SystemFolder.path(variable: variable),
      choice: try StoreChoice(variable: variable), variable: variable)
  }

  /// Where the sessions are and what protects them. When that is not decided yet, or cannot be found out,
  /// the kind of the place is `undecided`, or `unusable` with the reason.
  public var place: StoreLocation {
    do throws(OAuthError) {
      if let store = try current() { return store.place }
      return StoreLocation(
        kind: "undecided", location: folder, protection: .sealed(key: "none yet"))
    } catch {
      return StoreLocation(
        kind: "unusable: \(error.reason)", location: folder, protection: .sealed(key: "unknown"))
    }
  }

  /// The settings of the folder; nil when nothing was decided.
  ///
  /// - Throws: `storeFailed` when they cannot be read, or are missing although there are sealed
  ///   sessions.
  func settings() throws(OAuthError) -> StoreSettings? {
    // With only one keychain there is nothing to decide and to store. A file could have been removed
    // with the app, or be unreadable before the first unlock.
    if services.keychains?.isOnlyOne == true, choice == .auto || choice == .keychain {
      return StoreSettings(.keychain)
    }
    if let content = try home.contentAtOnce(of: StoreSettings.record) {
      return try StoreSettings(content, location: home.location(of: StoreSettings.record))
    }
    if let names = try PrivateFolder.open(folder)?.names(endingIn: ""),
      let sealed = names.first(where: { $0.hasPrefix("sealed-") }),
      try FileRecords(directory: "\(folder)/\(sealed)").keysAtOnce(where: [:]).isEmpty == false
    {
      throw .store(
        "\(folder)/store.json is missing, which says how to open the sessions in \(sealed)")
    }
    let plain = StoreSettings.Store(id: "plain", choice: .file(allowingPlainText: .because("old")))
    let sessions = try FileRecords(directory: directory(of: plain)).keysAtOnce(where: [:])
    return sessions.contains(where: SessionRecord.isKey) ? StoreSettings(plain) : nil
  }

  /// The settings of the folder, if they agree with the requested choice; nil when nothing was decided,
  /// which means that no session is stored.
  ///
  /// - Throws: `storeFailed` when it is another store than the requested one.
  func agreed() throws(OAuthError) -> StoreSettings? {
    guard let settings = try settings() else { return nil }
    guard choice == .auto || choice == settings.choice else {
      throw .store(
        "the sessions in \(folder) are kept as “\(settings.choice.name)”, not as “\(choice.name)”. "
          + "Move them with: coatcheck migrate --to \(choice.name)")
    }
    return settings
  }

  /// The store that was chosen; nil when none was.
  func current() throws(OAuthError) -> (any TokenStore)? {
    guard let settings = try agreed() else { return nil }
    return try store(of: settings)
  }

  /// The store of the settings; while sessions are moved, the old and the new store together.
  func store(of settings: StoreSettings) throws(OAuthError) -> any TokenStore {
    let new = try store(settings.store)
    guard let old = settings.old else { return new }
    return MovingStore(old: try store(old), new: new)
  }

  func store(_ store: StoreSettings.Store) throws(OAuthError) -> any TokenStore {
    if let known = opened[store] { return known }
    let new: any TokenStore
    switch store.choice {
    case .auto: throw .store("nothing is decided")
    case .file: new = RecordTokenStore(files(of: store))
    case .sealed(let source): new = RecordTokenStore(try sealedFiles(store, source))
    case .secretService:
      new = RecordTokenStore(SecretServiceRecords(namespace: store.id, environment: environment))
    case .keyring:
      new = RecordTokenStore(KernelKeyringRecords(namespace: store.id, environment: environment))
    case .keychain, .loginKeychain:
      guard let keychains = services.keychains else {
        throw .store("there is no keychain on this system")
      }
      new = try keychains.store(store.choice, folder: folder, environment: environment)
    }
    opened.keep(new, of: store)
    return new
  }

  func sealedFiles(
    _ store: StoreSettings.Store, _ source: StoreChoice.KeySource
  ) throws(OAuthError) -> SealedRecords<FileRecords> {
    SealedRecords(
      files(of: store),
      source: try services.source(
        source, id: store.id, folder: "\(folder)/key-\(store.id)", environment: environment))
  }

  func files(of store: StoreSettings.Store) -> FileRecords {
    FileRecords(directory: directory(of: store), environment: environment)
  }

  private func directory(of store: StoreSettings.Store) -> String {
    if case .file = store.choice { return "\(folder)/sessions" }
    return "\(folder)/sealed-\(store.id)"
  }
}

/// The stores that were opened, with their cached keys: one, or two while sessions are moved.
private final class OpenedStores: Sendable {
  private struct Opened {
    let settings: StoreSettings.Store
    let store: any TokenStore
  }

  private let stores = Mutex<[Opened]>([])

  subscript(settings: StoreSettings.Store) -> (any TokenStore)? {
    stores.withLock { stores in stores.first { $0.settings == settings }?.store }
  }

  func keep(_ store: any TokenStore, of settings: StoreSettings.Store) {
    stores.withLock { stores in
      stores.removeAll { $0.settings == settings }
      stores.append(Opened(settings: settings, store: store))
    }
  }
}
