import type { Allowed } from './feature.ts'

const SRC = 'apps/web/src'
const DETECTED = 'Looked for before use; without it, '

/**
 * Newer interfaces in use, and members with the same name that mean something else. The data counts a partial
 * implementation as none.
 */
export const ALLOWED_SCRIPTS: readonly Allowed[] = [
  {
    key: 'api.trustedTypes',
    reason: `${DETECTED}text becomes HTML after the same cleaning`,
    place: `${SRC}/lib/html/trusted-html.ts`,
  },
  {
    key: 'api.OffscreenCanvas',
    reason: `${DETECTED}the page itself prepares pictures`,
    place: `${SRC}/manage/certificates/pictures/work/prepare-picture.ts`,
  },
  {
    key: 'api.Navigator.pdfViewerEnabled',
    reason: 'Without it the preview of a print is shown in a frame, as where it is true',
    place: `${SRC}/manage/certificates/print/sheet-preview.tsx`,
  },
  { key: 'api.Window.requestIdleCallback', reason: `${DETECTED}a timer`, place: `${SRC}/lib/when-idle.ts` },
  { key: 'api.Window.cancelIdleCallback', reason: `${DETECTED}a timer`, place: `${SRC}/lib/when-idle.ts` },
  {
    key: 'api.Window.open',
    reason: 'iOS ignores the features of a window, of which none is given',
    place: `${SRC}/manage/controls/saving/preview-tab.ts`,
  },
  {
    key: 'api.Window.devicePixelRatio',
    reason: 'Safari leaves out the zoom of a page; React estimates the size of pictures with it',
    place: 'react-dom',
  },
  { key: 'api.Window.navigation', reason: `${DETECTED}React uses no navigation events`, place: 'react-dom' },
  { key: 'api.Navigator.connection', reason: `${DETECTED}React assumes a usual speed`, place: 'react-dom' },
  {
    key: 'api.Document.startViewTransition',
    reason: 'Asked for by no page of ours, and looked for before use',
    place: 'react-router',
  },
  {
    key: 'api.Notification',
    reason: `${DETECTED}no desktop notices are offered`,
    place: `${SRC}/live/desktop-notice.ts`,
  },
  {
    key: 'api.BarcodeDetector',
    reason: `${DETECTED}a decoder of our own is loaded`,
    place: `${SRC}/features/certificates/scan/qr-reader.ts`,
  },
  {
    key: 'api.Navigator.share',
    reason: `${DETECTED}no button`,
    place: `${SRC}/features/certificates/share/share-dialog.tsx`,
  },
  {
    key: 'api.Request.formData',
    reason: 'The router makes this request itself; what the data says concerns bodies from the network',
    place: `${SRC}/lib/api/define-action.ts`,
  },
  { key: 'javascript.builtins.Uint8Array.toBase64', reason: `${DETECTED}btoa`, place: '@noble/hashes' },
  { key: 'javascript.builtins.ArrayBuffer.resize', reason: 'A function of the decoder, not of a buffer', place: 'qr' },
  {
    key: 'javascript.builtins.Intl.Segmenter',
    reason: `${DETECTED}characters are counted by code point`,
    place: '@codemirror/state',
  },
  { key: 'api.ServiceWorkerRegistration.sync', reason: 'A method of the editor’s tiles', place: '@codemirror/view' },
  { key: 'api.EditContext', reason: `${DETECTED}a contenteditable element`, place: '@codemirror/view' },
  {
    key: 'api.Selection.getComposedRanges',
    reason: `${DETECTED}the selection of the document`,
    place: '@codemirror/view',
  },
  { key: 'api.Navigator.scheduling', reason: `${DETECTED}parsing yields by time`, place: '@codemirror/language' },
]
