// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension PrivateFolder {
  /// Identifies the file that a name referred to when it was read.
  package struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// The maximum length of a file that is read, in bytes.
  private static let maximumLength = 1 << 20

  /// Whether there is a file with this name.
  func has(_ name: String) -> Bool {
    var status = stat()
    return fstatat(file.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Reads a file; nil if it does not exist.
  ///
  /// - Throws: `storeFailed` when it is a symbolic link, no plain file, another user's, too long,
  ///   or cannot be read.
  package func read(_ name: String) throws(OAuthError) -> (bytes: [UInt8], identity: FileIdentity)?
  {
    let path = "\(path)/\(name)"
    // With O_NONBLOCK a named pipe in place of the file cannot block the program.
    let descriptor = openat(file.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .store("\(path) is a symbolic link, which is not followed")
      default: throw .store("cannot open \(path)", errno)
      }
    }
    let opened = OpenFile(descriptor: descriptor)
    guard let status = opened.status(), status.st_mode & S_IFMT == S_IFREG else {
      throw .store("\(path) is no plain file")
    }
    try opened.makePrivate(0o600, path: path)
    guard status.st_size <= Self.maximumLength else { throw .store("\(path) is too long") }
    return (try Self.contents(of: opened, path: path), FileIdentity(status))
  }

  static func contents(
    of file: borrowing OpenFile, path: String
  ) throws(OAuthError) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while contents.count <= maximumLength {
      let descriptor = file.descriptor
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count == 0 { return contents }
      if count < 0 {
        if errno == EINTR { continue }
        throw .store("cannot read \(path)", errno)
      }
      contents += buffer[..<count]
    }
    throw .store("\(path) is too long")
  }

  /// Puts a file in the place of the one with this name, durably: whatever happens, there is either
  /// the old one or the new one.
  ///
  /// The new file is complete and on the disk under another name before it gets this one. The
  /// caller must hold the lock of the account, since the other name is always the same: what a
  /// crash left there is cleared away the next time.
  package func replace(_ name: String, with bytes: [UInt8]) throws(OAuthError) {
    let temporary = name + ".tmp"
    let path = "\(path)/\(temporary)"
    try refuseLink(name)
    guard unlinkat(file.descriptor, temporary, 0) == 0 || errno == ENOENT else {
      throw .store("cannot remove \(path)", errno)
    }
    let descriptor = openat(
      file.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .store("cannot make \(path)", errno) }
    do throws(OAuthError) {
      let new = OpenFile(descriptor: descriptor)
      // The umask may have taken away even the owner's rights.
      guard fchmod(descriptor, 0o600) == 0 else { throw .store("cannot make \(path)", errno) }
      try Self.write(bytes, to: new, path: path)
      try new.sync(path: path)
      guard renameat(file.descriptor, temporary, file.descriptor, name) == 0 else {
        throw .store("cannot rename \(path)", errno)
      }
    } catch {
      unlinkat(file.descriptor, temporary, 0)
      throw error
    }
    try file.sync(path: self.path)
  }

  /// Writes a file in its place, without waiting for the disk: for content that may be lost or read
  /// partly.
  package func overwrite(_ name: String, with bytes: [UInt8]) throws(OAuthError) {
    let path = "\(path)/\(name)"
    try refuseLink(name)
    let descriptor = openat(
      file.descriptor, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .store("cannot write \(path)", errno) }
    try Self.write(bytes, to: OpenFile(descriptor: descriptor), path: path)
  }

  private static func write(
    _ bytes: [UInt8], to file: borrowing OpenFile, path: String
  ) throws(OAuthError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let descriptor = file.descriptor
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .store("cannot write \(path)", errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  private func refuseLink(_ name: String) throws(OAuthError) {
    var status = stat()
    guard fstatat(file.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .store("\(path)/\(name) is a symbolic link or no plain file, and is not replaced")
    }
  }

  /// Removes a file, durably. A missing file is not an error.
  package func remove(_ name: String) throws(OAuthError) {
    unlinkat(file.descriptor, name + ".tmp", 0)
    guard unlinkat(file.descriptor, name, 0) == 0 else {
      if errno == ENOENT { return }
      throw .store("cannot remove \(path)/\(name)", errno)
    }
    try file.sync(path: path)
  }

  /// Moves a damaged file aside, if it still is the one that was read, and says where to.
  ///
  /// What was set aside before is kept: damaged files are never deleted, because an operator may
  /// repair them.
  func setAside(_ name: String, ifStill identity: FileIdentity) -> String? {
    var status = stat()
    guard fstatat(file.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      FileIdentity(status) == identity
    else { return nil }
    for attempt in 1...100 {
      let aside = attempt == 1 ? "\(name).damaged" : "\(name).\(attempt).damaged"
      // A link fails if the name is taken, where a rename would replace what is there.
      if linkat(file.descriptor, name, file.descriptor, aside, 0) == 0 {
        unlinkat(file.descriptor, name, 0)
        fsync(file.descriptor)
        return "\(path)/\(aside)"
      }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }
}

// Inside of an extension with a method `read` or `write`, the names do not mean the C library's
// functions.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
