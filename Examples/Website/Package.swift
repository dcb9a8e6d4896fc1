// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
  name: "Photos",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "coatcheck", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "Photos",
      dependencies: [
        .product(name: "Coatcheck", package: "coatcheck"),
        .product(name: "CoatcheckHummingbird", package: "coatcheck"),
        .product(name: "CoatcheckSessionStorage", package: "coatcheck"),
        .product(name: "CoatcheckWeb", package: "coatcheck"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "Sources")
  ]
)
