// SPDX-License-Identifier: Apache-2.0

public import CoatcheckDocomo
public import Coatcheck

/// What a user keeps at docomo, as lines of text.
///
/// The first call opens a browser; the next ones find the session under its store key and refresh it.
///
/// - Parameters:
///   - client: The app at docomo: `Client(of: try .docomo(), id: …, secret: …, store: .system)`.
///   - storeKey: The name to store the session under.
///   - address: Where PhotoColle is.
///   - folder: Where the newest picture is saved, as `newest.jpg`.
/// - Returns: The lines; none when the user closed the browser or denied access.
public func docomoPictures(
  of client: Client, storeKey: String, at address: String = PhotoColle.address, into folder: String
) async throws -> [String] {
  let session: Session
  do {
    session = try await client.signIn(
      scopes: [.photoGetContentsList, .photoGetContent, .photoGetVacantSize], storedAs: storeKey)
  } catch {
    if error.isCancelledByUser { return [] }
    guard let reason = DocomoErrorReason(error) else { throw error }
    return ["failed: \(reason.name)"]
  }
  return try await lines(about: PhotoColle(session, at: address), into: folder)
}

private func lines(
  about photos: PhotoColle, into folder: String
) async throws(PhotoColleError) -> [String] {
  let room = try await photos.capacity()
  let list: PhotoColle.List<PhotoColle.ContentInfo>
  do {
    list = try await photos.contents(.image, sortedBy: .uploadedDescending)
  } catch {
    guard case .application(.noResults, _, _) = error else { throw error }
    return ["free: \(room.free) bytes", "no pictures yet"]
  }
  if let newest = list.items.first {
    try await photos.content(newest.guid, .image).save(to: "\(folder)/newest.jpg")
  }
  return ["free: \(room.free) bytes"] + list.items.map { "\($0.name): \($0.length) bytes" }
}
