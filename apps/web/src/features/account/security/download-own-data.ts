import type { ApiClient, ApiFetch } from '#lib/api/api-client.ts'
import { saveFile } from '#lib/save-file.ts'

const FILE_TYPE = 'application/zip'
const FILE_NAME = '我的数据.zip'
const DONE = JSON.stringify({ code: 200, message: '', data: null, extra: {} })

/** Saves the file; passes a refusal to the API client, which reads envelopes only. */
const fetchFile: ApiFetch = async (address, { signal: _signal, ...init }) => {
  // No timeout: the file may be large.
  const response = await fetch(address, init)
  if (response.headers.get('content-type') !== FILE_TYPE) return response
  saveFile(await response.blob(), FILE_NAME)
  return new Response(DONE)
}

/** @throws ApiError on a refusal, which the API client has shown */
export async function downloadOwnData(api: ApiClient): Promise<void> {
  await api.call('GET /v1/user/export', { via: fetchFile })
}
