// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

extension CaptchaChallenge {
  /// The captcha as it travels.
  var json: JSONObject {
    switch self {
    case .slider(let slider): slider.json
    case .proofOfWork(let work): work.json
    }
  }

  /// Reads a captcha. Servers that know only the slider do not say which kind it is.
  ///
  /// - Throws: `unreadable` naming what is missing.
  init(json: JSONObject) throws(OAuthError) {
    if json.text("captchaType") == CaptchaKind.proofOfWork.rawValue {
      self = .proofOfWork(try WorkChallenge(json: json))
    } else {
      self = .slider(try SliderChallenge(json: json))
    }
  }
}

extension SliderChallenge {
  fileprivate var json: JSONObject {
    [
      "token": .string(token.reveal()), "captchaType": .string(CaptchaKind.slider.rawValue),
      "originalImageBase64": .string(picture.base64EncodedString()),
      "jigsawImageBase64": .string(piece.base64EncodedString()),
      "imageWidth": .number(JSONNumber(width)), "imageHeight": .number(JSONNumber(height)),
      "pieceWidth": .number(JSONNumber(pieceWidth)),
      "pieceHeight": .number(JSONNumber(pieceHeight)),
      "pieceY": .number(JSONNumber(pieceY)), "expire": .number(JSONNumber(expire)),
      // Older servers send a key to encrypt the coordinates; a key in the same response protects nothing.
      "secretKey": .null,
      "alternatives": .array(alternatives.map { .string($0.rawValue) }),
    ]
  }

  fileprivate init(json: JSONObject) throws(OAuthError) {
    self.init(
      token: Secret(try json.wanted("token")),
      picture: try Self.image("originalImageBase64", in: json),
      piece: try Self.image("jigsawImageBase64", in: json))
    func length(_ name: String, _ usual: Int) throws(OAuthError) -> Int {
      let length = json.integer(name) ?? usual
      guard (0...4096).contains(length) else { throw .unusable(name) }
      return length
    }
    width = try length("imageWidth", width)
    height = try length("imageHeight", height)
    pieceWidth = try length("pieceWidth", pieceWidth)
    pieceHeight = try length("pieceHeight", pieceHeight)
    pieceY = try length("pieceY", pieceY)
    expire = json.integer("expire") ?? expire
    alternatives = (json.texts("alternatives") ?? []).compactMap(CaptchaKind.init(rawValue:))
  }

  /// A picture in base64, with or without `data:…,` before it.
  private static func image(_ name: String, in json: JSONObject) throws(OAuthError) -> Data {
    let text = try json.wanted(name)
    let base64 = text.hasPrefix("data:") ? text.drop { $0 != "," }.dropFirst() : text[...]
    guard let data = Data(base64Encoded: String(base64)), !data.isEmpty else {
      throw .unusable(name)
    }
    return data
  }
}

extension WorkChallenge {
  fileprivate var json: JSONObject {
    var json: JSONObject = [
      "token": .string(token.reveal()), "captchaType": .string(CaptchaKind.proofOfWork.rawValue),
      "algorithm": .string(Self.algorithm), "salt": .string(salt),
      "cost": .number(JSONNumber(cost)), "expire": .number(JSONNumber(expire)),
    ]
    json.set("signature", signature)
    return json
  }

  fileprivate init(json: JSONObject) throws(OAuthError) {
    guard json.text("algorithm") == Self.algorithm else { throw .unusable("algorithm") }
    guard let cost = json.integer("cost"), (1...Self.maximumCost).contains(cost) else {
      throw .unusable("cost")
    }
    self.init(
      token: Secret(try json.wanted("token")), salt: try json.wanted("salt"), cost: cost,
      expire: json.integer("expire") ?? 120, signature: json.text("signature"))
  }
}
