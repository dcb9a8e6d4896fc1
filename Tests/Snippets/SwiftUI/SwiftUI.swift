// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in of SwiftUI, so that the views in the pages are type-checked on Linux. It draws nothing.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError("A stand-in draws nothing.") }
}

/// A view without a body that could be asked for.
public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { return fatalError("A stand-in draws nothing.") }
}

@MainActor @preconcurrency
public protocol Scene {}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Views {
    Views()
  }
  public static func buildOptional(_ content: Views?) -> Views { Views() }
  public static func buildEither(first: Views) -> Views { first }
  public static func buildEither(second: Views) -> Views { second }
}

public struct Views: Primitive {}

public struct WindowGroup: Scene {
  public init(@ViewBuilder content: () -> Views) {}
}

public struct VStack: Primitive {
  public init(spacing: Double? = nil, @ViewBuilder content: () -> Views) {}
}

public struct Text: Primitive {
  public init(_ content: some StringProtocol) {}
}

public struct Button: Primitive {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct ProgressView: Primitive {
  public init() {}
}

extension View {
  public func padding() -> some View { self }
  public func task(_ action: @escaping @Sendable @isolated(any) () async -> Void) -> some View {
    self
  }
}

@propertyWrapper
public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
