// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import CoatcheckOAuth

  extension SecretConversation {
    /// An item that was found. Its pointer is valid as long as the list that it comes from.
    struct Item {
      let pointer: Pointer
      let isLocked: Bool
    }

    /// Which items a caller has to see.
    enum Wanted {
      /// One is enough, if it is not locked.
      case any
      /// All of them: a locked one would be missing in a list.
      case all
    }

    /// Runs `body` with the items that have these attributes, unlocked.
    ///
    /// A locked keyring may hide its items, so an empty result counts only if the default keyring is
    /// unlocked.
    ///
    /// - Throws: `storeLocked` when a keyring is locked and stays so.
    func withItems<Value>(
      _ attributes: [String: String], _ wanted: Wanted, withSecrets: Bool,
      _ body: ([Item]) throws(OAuthError) -> Value
    ) throws(OAuthError) -> Value {
      var isSecondLook = false
      while true {
        let list = try search(attributes, withSecrets: withSecrets)
        defer { free(list) }
        let items = list.map { Item(pointer: $0, isLocked: library.itemIsLocked($0) != 0) }
        let open = items.filter { !$0.isLocked }
        let isEnough =
          switch wanted {
          case .any: !open.isEmpty
          case .all: !items.isEmpty && open.count == items.count
          }
        if isEnough { return try body(open) }
        if items.isEmpty {
          guard try unlockDefault(), !isSecondLook else { return try body([]) }
        } else {
          guard !isSecondLook else { throw .keyringLocked }
          try unlock(items.filter(\.isLocked).map(\.pointer))
        }
        isSecondLook = true
      }
    }

    // SECRET_SEARCH_ALL and SECRET_SEARCH_LOAD_SECRETS.
    private func search(
      _ attributes: [String: String], withSecrets: Bool
    ) throws(OAuthError) -> [Pointer] {
      let table = table(attributes)
      defer { library.tableUnref(table) }
      let list = try call {
        library.serviceSearch(service, nil, table, withSecrets ? 2 | 8 : 2, cancellable, $0)
      }
      defer { library.listFree(list) }
      return elements(of: list)
    }

    private func free(_ objects: [Pointer]) {
      for object in objects { library.objectUnref(object) }
    }

    /// The state of the keyring that new items go to.
    enum DefaultKeyring {
      case missing
      case locked
      case open
    }

    /// Whether the default keyring is there and open.
    func defaultKeyring() throws(OAuthError) -> DefaultKeyring {
      guard let keyring = try collection() else { return .missing }
      defer { library.objectUnref(keyring) }
      return library.collectionIsLocked(keyring) == 0 ? .open : .locked
    }

    private func collection() throws(OAuthError) -> Pointer? {
      try call { library.collectionForAlias(service, "default", 0, cancellable, $0) }
    }

    /// Unlocks the default keyring; false when it was unlocked already, or does not exist.
    @discardableResult
    func unlockDefault() throws(OAuthError) -> Bool {
      guard let keyring = try collection() else { return false }
      defer { library.objectUnref(keyring) }
      guard library.collectionIsLocked(keyring) != 0 else { return false }
      try unlock([keyring])
      return true
    }

    /// Asks the user to unlock items or keyrings.
    private func unlock(_ objects: [Pointer]) throws(OAuthError) {
      guard prompt != .never else { throw .keyringLocked }
      willPrompt()
      var list: Pointer?
      for object in objects { list = library.listPrepend(list, object) }
      defer { library.listFree(list) }
      let count = try call { library.serviceUnlock(service, list, cancellable, nil, $0) }
      guard count > 0 else { throw .keyringLocked }
    }

    /// The attributes of an item.
    func attributes(of item: Item) -> [String: String] {
      let table = library.itemAttributes(item.pointer)
      defer { library.tableUnref(table) }
      let keys = library.tableKeys(table)
      defer { library.listFree(keys) }
      var attributes: [String: String] = [:]
      for key in elements(of: keys) {
        guard let value = library.tableLookup(table, key) else { continue }
        attributes[text(key)] = text(value)
      }
      return attributes
    }

    /// The secret of an item; nil when the service did not hand it out.
    func secret(of item: Item) -> [UInt8]? {
      guard let value = library.itemSecret(item.pointer) else { return nil }
      defer { library.valueUnref(value) }
      var length: UInt = 0
      guard let bytes = library.valueGet(value, &length) else { return [] }
      return Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
    }

    /// A `GHashTable` of texts.
    func table(_ attributes: [String: String]) -> Pointer? {
      let table = library.tableNew(
        library.stringHash.pointer, library.stringEqual.pointer, library.free.pointer,
        library.free.pointer)
      for (name, value) in attributes {
        _ = library.tableInsert(table, library.duplicate(name), library.duplicate(value))
      }
      return table
    }

    /// What a `GList` holds: each element is the data and the address of the next.
    private func elements(of list: Pointer?) -> [Pointer] {
      var elements: [Pointer] = []
      var next = list
      while let element = next {
        if let data = element.load(as: Pointer?.self) { elements.append(data) }
        next = element.load(fromByteOffset: MemoryLayout<Pointer?>.size, as: Pointer?.self)
      }
      return elements
    }

    private func text(_ pointer: Pointer) -> String {
      String(cString: pointer.assumingMemoryBound(to: CChar.self))
    }
  }
#endif
