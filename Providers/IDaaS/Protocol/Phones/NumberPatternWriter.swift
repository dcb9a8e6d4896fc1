// SPDX-License-Identifier: Apache-2.0

/// Writes the steps of a ``NumberPattern``, with repetitions written out.
struct NumberPatternWriter {
  private(set) var steps: [NumberPattern.Step] = []
  /// How many parts were visited: repetitions of an empty group write no step, but cost time.
  private var count = 0

  /// Adds a part.
  ///
  /// - Returns: False when the pattern gets too large.
  mutating func write(_ node: NumberPatternNode, depth: Int) -> Bool {
    count += 1
    guard count <= NumberPattern.maximumSize, depth <= 64 else { return false }
    switch node {
    case .byte(let set):
      steps.append(.byte(set))
      return true
    case .sequence(let nodes):
      for node in nodes {
        guard write(node, depth: depth + 1) else { return false }
      }
      return true
    case .choice(let nodes): return write(anyOf: nodes, depth: depth)
    case .repeated(let node, let least, let most):
      for _ in 0..<least {
        guard write(node, depth: depth + 1) else { return false }
      }
      guard let most else { return writeLoop(node, depth: depth) }
      return writeOptional(node, times: most - least, depth: depth)
    }
  }

  private mutating func write(anyOf nodes: [NumberPatternNode], depth: Int) -> Bool {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      let isLast = index == nodes.count - 1
      let fork = steps.count
      if !isLast { steps.append(.fork(fork + 1, fork)) }
      guard write(node, depth: depth + 1) else { return false }
      guard !isLast else { continue }
      ends.append(steps.count)
      steps.append(.jump(0))
      steps[fork] = .fork(fork + 1, steps.count)
    }
    for end in ends { steps[end] = .jump(steps.count) }
    return true
  }

  private mutating func writeLoop(_ node: NumberPatternNode, depth: Int) -> Bool {
    let fork = steps.count
    steps.append(.fork(fork + 1, fork))
    guard write(node, depth: depth + 1) else { return false }
    steps.append(.jump(fork))
    steps[fork] = .fork(fork + 1, steps.count)
    return true
  }

  private mutating func writeOptional(
    _ node: NumberPatternNode, times: Int, depth: Int
  ) -> Bool {
    var forks: [Int] = []
    for _ in 0..<times {
      forks.append(steps.count)
      steps.append(.fork(0, 0))
      guard write(node, depth: depth + 1) else { return false }
    }
    for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    return true
  }
}
