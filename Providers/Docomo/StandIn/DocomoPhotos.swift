// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckOAuth
public import Foundation
import Synchronization

/// The photos of all people in the stand-in of PhotoColle.
public final class DocomoPhotos: Sendable {
  private struct Album {
    var photos: [DocomoPhoto] = []
    var deleted: [(guid: String, kind: Int, at: Date)] = []
  }

  private let albums = Mutex<[String: Album]>([:])

  /// No photos.
  public init() {}

  /// Puts a photo in somebody's album.
  public func add(_ photo: DocomoPhoto, of person: StandInUser = .alice) {
    albums.withLock { $0[person.id, default: Album()].photos.append(photo) }
  }

  /// Takes a photo out of somebody's album.
  public func delete(_ guid: String, of person: StandInUser = .alice, at now: Date) {
    albums.withLock { albums in
      guard let photo = albums[person.id]?.photos.first(where: { $0.guid == guid }) else { return }
      albums[person.id]?.photos.removeAll { $0.guid == guid }
      albums[person.id]?.deleted.append((guid, photo.kind, now))
    }
  }

  /// Somebody's photos.
  public func all(of person: StandInUser = .alice) -> [DocomoPhoto] {
    albums.withLock { $0[person.id]?.photos ?? [] }
  }

  /// What somebody has deleted since, in order.
  func deleted(of person: StandInUser, kind: Int, since: Date?) -> [String] {
    albums.withLock { albums in
      (albums[person.id]?.deleted ?? [])
        .filter { $0.kind == kind && $0.at >= since ?? .distantPast }
        .map(\.guid)
    }
  }

  /// Why a photo isn't taken.
  enum Refusal {
    case duplicate
    case noRoom
  }

  /// Puts a new photo in somebody's album, if there is room and it isn't there yet: one step.
  func upload(_ photo: DocomoPhoto, of person: StandInUser, space: Int) -> Refusal? {
    albums.withLock { albums in
      let album = albums[person.id] ?? Album()
      if album.photos.contains(where: { $0.name == photo.name && $0.bytes == photo.bytes }) {
        return .duplicate
      }
      guard album.photos.reduce(photo.bytes.count, { $0 + $1.bytes.count }) <= space else {
        return .noRoom
      }
      albums[person.id, default: Album()].photos.append(photo)
      return nil
    }
  }
}
