// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

extension IDaaSServer {
  /// The puzzle of a seed, made from one of the tenant's pictures if it has some.
  ///
  /// - Throws: `slideMissing` when none of them can be used.
  func puzzle(seed: [UInt8]) async throws -> SliderPuzzle {
    try SliderPuzzle(seed: seed, picture: try await picture(seed: seed))
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
