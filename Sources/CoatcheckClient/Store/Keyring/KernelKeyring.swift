// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if os(Linux)
  import CLinuxKeyring
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The keys which Linux keeps for a user in the kernel's memory,
  /// [user-keyring(7)](https://man7.org/linux/man-pages/man7/user-keyring.7.html).
  ///
  /// They never reach a disk, and are gone at a reboot and when the user's last process has ended.
  /// Only a process that possesses a key may read it, and the user's keyring alone gives no possession.
  /// So it is linked into the keyring of this process first; the session keyring, which the process
  /// inherited, is not changed.
  package enum KernelKeyring {
    /// The maximum payload of a key, in bytes.
    package static let maximumLength = 32_767

    /// The payload of a key; nil if there is no such key, or it has expired.
    ///
    /// - Throws: `storeFailed` when the keyring cannot be used here, as in many containers.
    package static func read(_ name: String) throws(OAuthError) -> [UInt8]? {
      try attach()
      guard let key = try find(name) else { return nil }
      return try payload(of: key)
    }

    /// Stores a payload in place of the one with this name. Only a possessor has a right to it.
    ///
    /// - Parameters:
    ///   - name: The key's description.
    ///   - bytes: The payload, of at most ``maximumLength`` bytes.
    ///   - timeout: How long it is kept, in whole seconds; nil for as long as the kernel keeps it.
    /// - Throws: `storeFailed` when the keyring cannot be used here, or the user's quota is used
    ///   up.
    package static func write(
      _ name: String, _ bytes: [UInt8], timeout: Duration?
    ) throws(OAuthError) {
      guard !bytes.isEmpty, bytes.count <= maximumLength else {
        throw .store("a key of the kernel holds 1 to \(maximumLength) bytes, not \(bytes.count)")
      }
      try attach()
      // Adding a key under the name of another one replaces the payload at once, and its timeout.
      let key = linux_add_key("user", name, bytes, bytes.count, Int32(Self.userKeyring))
      guard key >= 0 else { throw failure("add a key") }
      try call(.setPermissions, Int(key), possessorOnly, doing: "protect a key")
      if let timeout {
        let seconds = max(1, min(timeout.components.seconds, Int64(Int32.max)))
        try call(.setTimeout, Int(key), Int(seconds), doing: "limit the time of a key")
      }
    }

    /// Removes a key. A missing key is not an error.
    package static func remove(_ name: String) throws(OAuthError) {
      try attach()
      guard let key = try find(name) else { return }
      guard keyctl(.unlink, key, Self.userKeyring) < 0 else { return }
      guard isGone(errno) else { throw failure("remove a key") }
    }

    /// The names of all keys which begin like this.
    package static func names(beginningWith prefix: String) throws(OAuthError) -> [String] {
      try attach()
      guard let list = try payload(of: Self.userKeyring) else { return [] }
      var names: [String] = []
      for start in stride(from: 0, to: list.count - 3, by: 4) {
        let key = list[start..<(start + 4)].withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
        if let name = try description(of: Int(key)), name.hasPrefix(prefix) { names.append(name) }
      }
      return names
    }

    // keyctl(2): the operations, the special keyrings and the rights.
    private enum Operation: Int32 {
      case setPermissions = 5
      case describe = 6
      case link = 8
      case unlink = 9
      case search = 10
      case read = 11
      case setTimeout = 15
    }
    private static let processKeyring = -2
    private static let userKeyring = -4
    private static let possessorOnly = 0x3f00_0000

    /// Links the user's keyring into this process's own. Threads which were there before have one
    /// each, so it is done for every call; doing it again changes nothing.
    private static func attach() throws(OAuthError) {
      try call(.link, userKeyring, processKeyring, doing: "reach the user's keyring")
    }

    private static func find(_ name: String) throws(OAuthError) -> Int? {
      let key = name.withCString { name in
        "user".withCString { type in
          keyctl(.search, userKeyring, Int(bitPattern: type), Int(bitPattern: name))
        }
      }
      if key >= 0 { return key }
      if isGone(errno) { return nil }
      throw failure("look for a key")
    }

    private static func payload(of key: Int) throws(OAuthError) -> [UInt8]? {
      try grown(.read, key, doing: "read a key")
    }

    /// The description of a key. The kernel returns `type;uid;gid;rights;description`.
    private static func description(of key: Int) throws(OAuthError) -> String? {
      // The list may contain keys of other programs, which are skipped if they cannot be described.
      guard let bytes = try? grown(.describe, key, doing: "describe a key") else { return nil }
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      let parts = text.split(separator: ";", maxSplits: 4, omittingEmptySubsequences: false)
      return parts.count == 5 && parts[0] == "user" ? String(parts[4]) : nil
    }

    /// The result of an operation that writes to a buffer. The buffer grows to the length that it
    /// returns.
    private static func grown(
      _ operation: Operation, _ key: Int, doing what: String
    ) throws(OAuthError) -> [UInt8]? {
      var length = 4096
      while true {
        var buffer = [UInt8](repeating: 0, count: length)
        let count = buffer.withUnsafeMutableBytes { bytes in
          keyctl(operation, key, Int(bitPattern: bytes.baseAddress), bytes.count)
        }
        if count < 0 {
          if isGone(errno) { return nil }
          throw failure(what)
        }
        if count <= length { return Array(buffer.prefix(count)) }
        length = count
      }
    }

    private static func call(
      _ operation: Operation, _ second: Int, _ third: Int, doing what: String
    ) throws(OAuthError) {
      guard keyctl(operation, second, third) >= 0 else { throw failure(what) }
    }

    private static func keyctl(
      _ operation: Operation, _ second: Int, _ third: Int, _ fourth: Int = 0
    ) -> Int {
      linux_keyctl(
        operation.rawValue, UInt(bitPattern: second), UInt(bitPattern: third),
        UInt(bitPattern: fourth), 0)
    }

    private static func isGone(_ number: Int32) -> Bool {
      number == ENOKEY || number == EKEYEXPIRED || number == EKEYREVOKED
    }

    private static func failure(_ what: String) -> OAuthError {
      switch errno {
      case ENOSYS, EPERM, EACCES:
        .store("the kernel's keyring cannot \(what) here, as in many containers", errno)
      case EDQUOT:
        .store("the kernel's keyring of this user is full (see /proc/sys/kernel/keys)", errno)
      default: .store("the kernel's keyring cannot \(what)", errno)
      }
    }
  }
#else
  /// The keys which Linux keeps for a user; this system has none.
  package enum KernelKeyring {
    /// The maximum payload of a key, in bytes.
    package static let maximumLength = 32_767
    private static let missing = OAuthError.store("only Linux has a keyring in its kernel")

    /// Throws `storeFailed`: this system has no such keyring.
    package static func read(_ name: String) throws(OAuthError) -> [UInt8]? { throw missing }
    /// Throws `storeFailed`: this system has no such keyring.
    package static func write(
      _ name: String, _ bytes: [UInt8], timeout: Duration?
    ) throws(OAuthError) { throw missing }
    /// Throws `storeFailed`: this system has no such keyring.
    package static func remove(_ name: String) throws(OAuthError) { throw missing }
    /// Throws `storeFailed`: this system has no such keyring.
    package static func names(beginningWith prefix: String) throws(OAuthError) -> [String] {
      throw missing
    }
  }
#endif
