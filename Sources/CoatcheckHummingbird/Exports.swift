// SPDX-License-Identifier: Apache-2.0

// What an API names besides the middleware. The rest is a module away, in CoatcheckClient and CoatcheckOAuth.

@_exported public import struct CoatcheckClient.ResourceServer
@_exported public import struct CoatcheckClient.TokenSource
@_exported public import struct CoatcheckOAuth.AccessToken
@_exported public import struct CoatcheckOAuth.ProtectedResource
@_exported public import struct CoatcheckOAuth.ResourceRequirement
