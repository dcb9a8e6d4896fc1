// SPDX-License-Identifier: Apache-2.0

/// A part of a ``NumberPattern``.
indirect enum NumberPatternNode {
  case byte(ByteSet)
  case sequence([NumberPatternNode])
  case choice([NumberPatternNode])
  case repeated(NumberPatternNode, least: Int, most: Int?)
}
