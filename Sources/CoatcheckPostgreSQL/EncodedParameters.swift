// SPDX-License-Identifier: Apache-2.0

/// The parameters of one execution for libpq: one block of bytes, and the offset of each.
struct EncodedParameters {
  private var block: [UInt8] = []
  private var starts: [Int?] = []
  private(set) var lengths: [Int32] = []
  let formats: [Int32]

  init(_ values: [PostgreSQLValue]) {
    // 1 is the binary form.
    formats = Array(repeating: 1, count: values.count)
    for value in values {
      guard let bytes = value.encoded else {
        starts.append(nil)
        lengths.append(0)
        continue
      }
      starts.append(block.count)
      lengths.append(Int32(bytes.count))
      block += bytes
    }
    // libpq takes a nil pointer for NULL, and the pointer to an empty text must not be nil.
    block.append(0)
  }

  func withPointers<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R) -> R {
    block.withUnsafeBytes { bytes in
      let base = bytes.bindMemory(to: CChar.self).baseAddress
      let pointers = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }
}
