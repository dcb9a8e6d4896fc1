// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

extension IDaaSServer {
  /// The puzzle of a seed, on the tenant's pictures if it has some.
  ///
  /// - Throws: `slideMissing` when none of them can be used.
  func puzzle(seed: [UInt8]) async throws -> SliderPuzzle {
    try SliderPuzzle(seed: seed, picture: try await picture(seed: seed))
  }

  /// The picture with the piece laid somewhere, as PNG: for pages that have no script to move it with. The
  /// challenge goes on.
  ///
  /// - Parameters:
  ///   - token: the challenge's token.
  ///   - x: how far the left of the piece is from the left of the picture, in pixels of the picture.
  /// - Returns: the picture, and how many pixels the piece can be moved at most.
  /// - Throws: `expired`; `captchaWrong` with `captcha_mismatch` or `rate_limited`.
  func captchaPicture(
    _ token: Secret, pieceAt x: Int, _ context: CallContext
  ) async throws -> (png: [UInt8], greatestX: Int) {
    try await countCaptcha(
      "source", of: context.captchaSubjects[1], limit: CaptchaLimits.fromSource, context)
    try await countCaptcha(
      "device", of: context.captchaSubjects[0], limit: CaptchaLimits.picturesOfDevice, context)
    let record = try await store.record(.challenge, TokenDigest(of: token), at: context.now)
    guard let record, let kept = puzzle(in: record) else {
      throw Refusal(.expired, "token", detail: .captchaExpired)
    }
    let here = CaptchaBinding(
      clientID: context.application.id, device: context.caller.device,
      purpose: kept.binding.purpose)
    guard kept.binding.allows(here) else {
      throw Refusal(.captchaWrong, detail: .captchaMismatch)
    }
    let greatest = SliderPuzzle.width - SliderPuzzle.pieceSize(seed: kept.seed)
    let png = try SliderPuzzle.composed(
      seed: kept.seed, picture: try await picture(seed: kept.seed),
      pieceAt: min(max(x, 0), greatest))
    return (png, greatest)
  }

  private func picture(seed: [UInt8]) async throws -> Raster? {
    let files = try await tenant.slides()
    guard !files.isEmpty else { return nil }
    var random = PuzzleRandom(seed: seed + Array("picture".utf8))
    let first = random.integer(in: 0...files.count - 1)
    for offset in files.indices {
      if let picture = slides.picture(files[(first + offset) % files.count]) { return picture }
    }
    throw Refusal(.slideMissing, "slider")
  }
}
