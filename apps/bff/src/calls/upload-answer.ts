import type { Call } from '@portal/contract/call.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import { uploadFile } from '@portal/contract/files.ts'
import { isRecord } from './login-token.ts'

/** Converts `data` of a success to the contract's form, before it is checked. */
export type AdaptData = (data: unknown) => unknown

/** Addresses of stored files, as a browser can load them. */
interface FileAddresses {
  fileAddress(address: string): string
}

/**
 * Reads the address of an upload: a text, or `url` of an object in the family's variant. A relative address, or one of
 * upstream itself, becomes an address of this site.
 */
export function adaptUpload(call: Call, { fileAddress }: FileAddresses): AdaptData | undefined {
  if (toCallKey(call) !== toCallKey(uploadFile)) return undefined
  return (data) => {
    const address = isRecord(data) ? data.url : data
    return typeof address === 'string' && address !== '' ? fileAddress(address) : data
  }
}
