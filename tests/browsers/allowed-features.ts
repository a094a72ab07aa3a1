const DETECTED = 'Looked for before use; without it, '

/**
 * Newer features that are used on purpose: the key, which includes its parts (`css.properties.cursor` also allows each
 * of its values), and what a browser does that lacks it. The data counts a partial implementation as none.
 */
export const ALLOWED_STYLES: Readonly<Record<string, string>> = {
  'css.at-rules.media.scripting': 'Without it, buttons that need scripts stay visible on a page without scripts',
  'css.at-rules.page': 'Paper margins; without it, those of the browser',
  'css.selectors.has': 'Marks a choice beside its own radio button; where that is hidden, @supports shows it',
  'css.selectors.marker': 'Colour and weight of list numbers; Safari takes these two and no others',
  'css.selectors.details-content': 'Prints closed details; without it, as they are on the screen',
  'css.properties.content-visibility': 'Prints closed details; without it, as they are on the screen',
  'css.properties.corner-shape': 'Cut corners inside @supports; without it, square ones',
  'css.properties.cursor': 'iOS has no pointer',
  'css.properties.resize': 'A text field keeps its size',
  'css.properties.outline': 'Safari before 16.4 does not round it',
  'css.properties.overscroll-behavior': 'Without it, the page scrolls on at the end of a list',
  'css.properties.overflow-anchor': 'The message log keeps its own place; only engines that move it need this',
  'css.properties.overflow.clip': 'Without it, square corners at the ends of a column',
  'css.properties.scrollbar-width': 'Without it, the usual scroll bar',
  'css.properties.scrollbar-gutter': 'Without it, the preview is narrower once it scrolls',
  'css.properties.accent-color': 'Boxes and radio buttons in the colour of the system',
  'css.properties.paint-order': 'The text of a drawing, for which Chrome has it since 35; 123 is for text of HTML',
  'css.properties.text-justify': 'Safari justifies Chinese between all characters anyway',
  'css.properties.hanging-punctuation': 'Without it, punctuation at the end of a line stays inside',
  'css.properties.text-autospace': 'Without it, no gap between Chinese and Latin',
  'css.properties.text-spacing-trim': 'Without it, a half-width gap before a quotation mark that begins a line',
  'css.properties.text-wrap': 'Without it, a single character may be alone on the last line',
  'css.properties.break-after.avoid': 'A printed heading may end a page',
  'css.types.color.color-mix': 'Tints beside another mark; where it is the only background, inside @supports',
  'css.types.length.viewport_percentage_units_dynamic': 'Inside @supports; without it, vh',
}

/** Newer interfaces in use, and members with the same name that mean something else. */
export const ALLOWED_SCRIPTS: Readonly<Record<string, string>> = {
  'api.trustedTypes': `${DETECTED}text becomes HTML after the same cleaning`,
  'api.OffscreenCanvas': `${DETECTED}the page itself prepares pictures`,
  'api.Navigator.pdfViewerEnabled': 'Without it the preview of a print is shown in a frame, as where it is true',
  'api.Window.requestIdleCallback': `${DETECTED}a timer`,
  'api.Window.cancelIdleCallback': `${DETECTED}a timer`,
  'api.Window.open': 'iOS ignores the features of a window, of which none is given',
  'api.Window.devicePixelRatio':
    'react-dom: Safari leaves out the zoom of a page; React estimates the size of pictures with it',
  'api.Window.navigation': 'react-dom looks for it; without it, React uses no navigation events',
  'api.Navigator.connection': 'react-dom looks for it; without it, React assumes a usual speed',
  'api.Document.startViewTransition': 'react-router: asked for by no page of ours, and looked for before use',
  'api.Notification': `${DETECTED}no desktop notices are offered`,
  'api.BarcodeDetector': `${DETECTED}a decoder of our own is loaded`,
  'api.Navigator.share': `${DETECTED}no button`,
  'api.Request.formData': 'The router makes this request itself; what the data says concerns bodies from the network',
  'javascript.builtins.Uint8Array.toBase64': '@noble/hashes looks for it; without it, btoa',
  'javascript.builtins.ArrayBuffer.resize': 'qr: a function of the decoder, not of a buffer',
  'javascript.builtins.Atomics.pause': 'jszip: a method of its own streams',
  'javascript.builtins.Promise.try': 'mammoth: a function of its own promises',
  'javascript.builtins.Error.isError': 'lop: a method of its own results',
  'api.HTMLInputElement.capture': 'lop: a function of its own rules',
  'javascript.builtins.Intl.Segmenter':
    '@codemirror/state looks for it; without it, characters are counted by code point',
  'api.ServiceWorkerRegistration.sync': '@codemirror/view: a method of the editor’s tiles',
  'api.ServiceWorkerRegistration.index': 'prosemirror-model: a method of a position in a text',
  'api.Document.caretPositionFromPoint': 'prosemirror-view looks for it; without it, caretRangeFromPoint',
  'api.EditContext': '@codemirror/view looks for it; without it, a contenteditable element',
  'api.Selection.getComposedRanges': '@codemirror/view looks for it; without it, the selection of the document',
  'api.Navigator.scheduling': '@codemirror/language looks for it; without it, parsing yields by time',
}
