import { SOCKET_PATH } from '@portal/contract/socket.ts'

/** Whether a request may upgrade to a WebSocket; every other one is handled as a plain request. */
export function isHandshake({ method, url }: { method?: string | undefined; url?: string | undefined }): boolean {
  return method === 'GET' && (url === SOCKET_PATH || url?.startsWith(`${SOCKET_PATH}?`) === true)
}
