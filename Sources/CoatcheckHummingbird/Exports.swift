// SPDX-License-Identifier: Apache-2.0

// The types that the signatures of an API use. For the rest, import CoatcheckClient and CoatcheckOAuth.

@_exported public import struct CoatcheckClient.ResourceServer
@_exported public import struct CoatcheckClient.TokenSource
@_exported public import struct CoatcheckOAuth.AccessToken
@_exported public import struct CoatcheckOAuth.ProtectedResource
@_exported public import struct CoatcheckOAuth.ResourceRequirement
