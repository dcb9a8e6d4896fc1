// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// A slider challenge: a piece, and the picture in which it has a place. Lengths are in pixels of the
/// picture.
public struct SliderChallenge: Sendable {
  /// The token that names the challenge in its solution.
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
  /// The distance from the upper edge of the picture to the upper edge of the piece.
  public var pieceY = 0
  /// The lifetime of the challenge in seconds.
  public var expire = 120
  /// The kinds of captchas that can be requested instead.
  public var alternatives: [CaptchaKind] = []

  /// Creates a challenge with the default sizes.
  ///
  /// - Parameters:
  ///   - token: The token that names the challenge in its solution.
  ///   - picture: The picture with the hole: PNG or JPEG.
  ///   - piece: The piece: PNG.
  public init(token: Secret, picture: Data, piece: Data) {
    self.token = token
    self.picture = picture
    self.piece = piece
  }
}
