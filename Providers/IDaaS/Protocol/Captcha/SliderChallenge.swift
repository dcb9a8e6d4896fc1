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
  public var width = 310
  /// The picture's height.
  public var height = 155
  /// The piece's width.
  public var pieceWidth = 47
  /// The piece's height.
  public var pieceHeight = 47
  /// How far the piece is from the upper edge.
  public var pieceY = 0
  /// How many seconds it may take.
  public var expire = 120
  /// The kinds of captchas that replace it.
  public var alternatives: [CaptchaKind] = []

  /// A challenge with the usual measures.
  public init(token: Secret, picture: Data, piece: Data) {
    self.token = token
    self.picture = picture
    self.piece = piece
  }
}
