// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `coatcheck-standin`: a server that speaks the protocol of a service which can't be reached in a test.
@main
struct Root: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "coatcheck-standin")
}
