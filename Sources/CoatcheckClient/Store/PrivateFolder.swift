// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder which only this user can look into.
///
/// All files in it are reached through the open folder, so that no process can put another folder
/// in its place meanwhile.
package struct PrivateFolder: ~Copyable {
  let path: String
  let file: OpenFile

  /// Opens the folder; nil if it does not exist.
  ///
  /// - Throws: `storeFailed` when it is a symbolic link, no folder, or another user's.
  package static func open(_ path: String) throws(OAuthError) -> PrivateFolder? {
    let descriptor = openNoFollow(path)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .store("\(path) is a symbolic link")
      case ENOTDIR: throw .store("\(path) is a symbolic link or no folder")
      default: throw .store("cannot open \(path)", errno)
      }
    }
    let folder = PrivateFolder(path: path, file: OpenFile(descriptor: descriptor))
    try folder.file.makePrivate(0o700, path: path)
    return folder
  }

  /// Opens the folder; creates it and the folders above it if they do not exist.
  package static func create(_ path: String) throws(OAuthError) -> PrivateFolder {
    if let folder = try open(path) { return folder }
    try make(path[...])
    guard let folder = try open(path) else { throw .store("\(path) has vanished") }
    return folder
  }

  private static func make(_ path: Substring) throws(OAuthError) {
    if mkdir(String(path), 0o700) == 0 || errno == EEXIST { return syncParent(of: path) }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .store("cannot make the folder \(path)", errno)
    }
    try make(path[..<slash])
    guard mkdir(String(path), 0o700) == 0 || errno == EEXIST else {
      throw .store("cannot make the folder \(path)", errno)
    }
    syncParent(of: path)
  }

  /// Makes the new folder's name durable where that is possible: the parent may not be ours.
  private static func syncParent(of path: Substring) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let descriptor = openNoFollow(String(path[..<slash]))
    guard descriptor >= 0 else { return }
    let parent = OpenFile(descriptor: descriptor)
    fsync(parent.descriptor)
  }

  private static func openNoFollow(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #elseif canImport(Glibc)
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #elseif canImport(Musl)
      Musl.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #endif
  }

  /// The names in the folder which end like this.
  package func names(endingIn suffix: String) throws(OAuthError) -> [String] {
    let copy = openat(file.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw .store("cannot list \(path)", errno) }
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw .store("cannot list \(path)", errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(suffix) { names.append(name) }
    }
    return names.sorted()
  }
}
