// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// A piece and the picture it belongs into. Lengths are pixels of the picture.
public struct SliderChallenge: Sendable {
  /// Its name, for the check.
  public var token: Secret
  /// The picture with the hole: PNG or JPEG.
  public var picture: Data
  /// The piece: PNG.
  public var piece: Data
  /// The picture's width.
  public var width: Int
  /// The picture's height.
  public var height: Int
  /// The piece's width.
  public var pieceWidth: Int
  /// The piece's height.
  public var pieceHeight: Int
  /// How far the piece is from the upper edge.
  public var pieceY: Int
  /// How many seconds it may take.
  public var expire: Int
  /// What may be solved in its place.
  public var alternatives: [CaptchaKind]

  /// A challenge.
  public init(
    token: Secret, picture: Data, piece: Data, width: Int = 310, height: Int = 155,
    pieceWidth: Int = 47, pieceHeight: Int = 47, pieceY: Int = 0, expire: Int = 120,
    alternatives: [CaptchaKind] = []
  ) {
    self.token = token
    self.picture = picture
    self.piece = piece
    self.width = width
    self.height = height
    self.pieceWidth = pieceWidth
    self.pieceHeight = pieceHeight
    self.pieceY = pieceY
    self.expire = expire
    self.alternatives = alternatives
  }
}
