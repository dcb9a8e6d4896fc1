// SPDX-License-Identifier: Apache-2.0

@main
struct SessionWorker {
  static func main() {}
}
