// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
  @_exported public import UIKit
#else
  public import Foundation
  import Synchronization

  // Apple's names in the document's samples, for systems without UIKit: as much of them as the samples use.

  /// A colour.
  public final class UIColor: NSObject, Sendable {
    private let channels: [CGFloat]

    /// A colour of four shares, each from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      channels = [red, green, blue, alpha]
    }

    /// The four shares. There is no colour here without them.
    public func getRed(
      _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
      blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
      for (share, place) in zip(channels, [red, green, blue, alpha]) { place?.pointee = share }
      return true
    }

    /// `000000`
    public static let black = UIColor(red: 0, green: 0, blue: 0, alpha: 1)
    /// `808080`
    public static let gray = UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    /// `FF0000`
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// `00FF00`
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// `FF8000`
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  }

  /// A font of the system: a size, and whether it is bold.
  public final class UIFont: NSObject, Sendable {
    /// Its size in points.
    public let pointSize: CGFloat
    /// What else is known of it.
    public let fontDescriptor: UIFontDescriptor

    private init(_ size: CGFloat, _ traits: UIFontDescriptor.SymbolicTraits) {
      pointSize = size
      fontDescriptor = UIFontDescriptor(symbolicTraits: traits)
    }

    /// A font of this size.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(fontSize, []) }
    /// A bold font of this size.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
      UIFont(fontSize, .traitBold)
    }
  }

  /// What is known of a font.
  public struct UIFontDescriptor: Sendable {
    /// How a font looks.
    public struct SymbolicTraits: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt32
      /// These bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      /// It is bold.
      public static let traitBold = SymbolicTraits(rawValue: 2)
    }

    /// How the font looks.
    public let symbolicTraits: SymbolicTraits
  }

  /// A picture, as a PNG.
  public final class UIImage: NSObject, Sendable {
    /// What an app's catalogue of pictures holds: PNGs, by their names.
    public static var catalogue: [String: Data] {
      get { pictures.withLock { $0 } }
      set { pictures.withLock { $0 = newValue } }
    }
    private static let pictures = Mutex<[String: Data]>([:])
    private let png: Data

    /// The picture of this name; nil for an unknown one.
    public init?(named name: String) {
      guard let png = Self.catalogue[name] else { return nil }
      self.png = png
    }

    /// The PNG.
    public func pngData() -> Data? { png }
  }
#endif
