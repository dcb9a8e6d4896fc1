// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckOAuth
public import Foundation
import Synchronization

/// The photos of all users in the stand-in of PhotoColle.
public final class DocomoPhotos: Sendable {
  private struct Album {
    var photos: [DocomoPhoto] = []
    var deleted: [(guid: String, kind: Int, at: Date)] = []
  }

  private let albums = Mutex<[String: Album]>([:])

  /// Creates empty albums.
  public init() {}

  /// Adds a photo to a user's album.
  ///
  /// - Parameters:
  ///   - photo: The photo; its identifier should be unique in the album.
  ///   - user: The owner of the album.
  public func add(_ photo: DocomoPhoto, of user: StandInUser = .alice) {
    albums.withLock { $0[user.id, default: Album()].photos.append(photo) }
  }

  /// Deletes a photo from a user's album, and adds it to the history of deletions. An unknown photo is
  /// ignored.
  ///
  /// - Parameters:
  ///   - guid: The identifier of the photo.
  ///   - user: The owner of the album.
  ///   - now: The time of the deletion.
  public func delete(_ guid: String, of user: StandInUser = .alice, at now: Date) {
    albums.withLock { albums in
      guard let photo = albums[user.id]?.photos.first(where: { $0.guid == guid }) else { return }
      albums[user.id]?.photos.removeAll { $0.guid == guid }
      albums[user.id]?.deleted.append((guid, photo.kind, now))
    }
  }

  /// The photos in a user's album, in the order in which they were added.
  public func all(of user: StandInUser = .alice) -> [DocomoPhoto] {
    albums.withLock { $0[user.id]?.photos ?? [] }
  }

  /// The photos of a kind that a user has deleted since a time, in order.
  func deleted(of user: StandInUser, kind: Int, since: Date?) -> [String] {
    albums.withLock { albums in
      (albums[user.id]?.deleted ?? [])
        .filter { $0.kind == kind && $0.at >= since ?? .distantPast }
        .map(\.guid)
    }
  }

  /// Why an upload is refused.
  enum Refusal {
    case duplicate
    case noRoom
  }

  /// Adds a photo to a user's album in one atomic step, unless it is there already or no space is left.
  func upload(_ photo: DocomoPhoto, of user: StandInUser, space: Int) -> Refusal? {
    albums.withLock { albums in
      let album = albums[user.id] ?? Album()
      if album.photos.contains(where: { $0.name == photo.name && $0.bytes == photo.bytes }) {
        return .duplicate
      }
      guard album.photos.reduce(photo.bytes.count, { $0 + $1.bytes.count }) <= space else {
        return .noRoom
      }
      albums[user.id, default: Album()].photos.append(photo)
      return nil
    }
  }
}
