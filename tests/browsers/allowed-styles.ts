import type { Allowed } from './feature.ts'

const SRC = 'apps/web/src'

/** Newer styles in use. The data counts a partial implementation as none. */
export const ALLOWED_STYLES: readonly Allowed[] = [
  {
    key: 'css.at-rules.media.scripting',
    reason: 'Without it, buttons that need scripts stay visible on a page without scripts',
    place: `${SRC}/styles/base.css`,
  },
  {
    key: 'css.at-rules.page',
    reason: 'Paper margins; without it, those of the browser',
    place: `${SRC}/styles/base.css`,
  },
  {
    key: 'css.selectors.has',
    reason: 'Marks a choice beside its own radio button; where that is hidden, @supports shows it',
    place: `${SRC}/features/certificates/share/share-dialog.module.css`,
  },
  {
    key: 'css.selectors.marker',
    reason: 'Colour and weight of list numbers; Safari takes these two and no others',
    place: `${SRC}/features/certificates/receipt/receipt-page.module.css`,
  },
  {
    key: 'css.selectors.details-content',
    reason: 'Prints closed details; without it, as they are on the screen',
    place: `${SRC}/styles/base.css`,
  },
  { key: 'css.properties.content-visibility', reason: 'As above', place: `${SRC}/styles/base.css` },
  {
    key: 'css.properties.corner-shape',
    reason: 'Cut corners inside @supports; without it, square ones',
    place: `${SRC}/styles/tokens.css`,
  },
  { key: 'css.properties.cursor', reason: 'iOS has no pointer', place: `${SRC}/ui/shared.module.css` },
  { key: 'css.properties.resize', reason: 'A text field keeps its size', place: `${SRC}/ui/forms/field.module.css` },
  {
    key: 'css.properties.outline',
    reason: 'Safari before 16.4 does not round it',
    place: `${SRC}/ui/shared.module.css`,
  },
  {
    key: 'css.properties.overscroll-behavior',
    reason: 'Without it, the page scrolls on at the end of a list',
    place: `${SRC}/ui/dialogs/dialog.module.css`,
  },
  {
    key: 'css.properties.overflow-anchor',
    reason: 'The message log keeps its own place; only engines that move it need this',
    place: `${SRC}/features/chat/log/message-log.module.css`,
  },
  {
    key: 'css.properties.overflow.clip',
    reason: 'Without it, square corners at the ends of a column',
    place: `${SRC}/manage/tickets/ticket-page.module.css`,
  },
  {
    key: 'css.properties.scrollbar-width',
    reason: 'Without it, the usual scroll bar',
    place: `${SRC}/ui/shared.module.css`,
  },
  {
    key: 'css.properties.scrollbar-gutter',
    reason: 'Without it, the preview is narrower once it scrolls',
    place: `${SRC}/domain/writing/preview-pane.module.css`,
  },
  {
    key: 'css.properties.accent-color',
    reason: 'Boxes and radio buttons in the colour of the system',
    place: `${SRC}/ui/shared.module.css`,
  },
  {
    key: 'css.properties.paint-order',
    reason: 'The text of a drawing, for which Chrome has it since 35; 123 is for text of HTML',
    place: `${SRC}/manage/certificates/form/comparison.module.css`,
  },
  {
    key: 'css.properties.text-justify',
    reason: 'Safari justifies Chinese between all characters anyway',
    place: `${SRC}/ui/rich-text/rich-text.module.css`,
  },
  {
    key: 'css.properties.hanging-punctuation',
    reason: 'Without it, punctuation at the end of a line stays inside',
    place: `${SRC}/ui/rich-text/rich-text.module.css`,
  },
  {
    key: 'css.properties.text-autospace',
    reason: 'Without it, no gap between Chinese and Latin',
    place: `${SRC}/styles/base.css`,
  },
  {
    key: 'css.properties.text-spacing-trim',
    reason: 'Without it, a half-width gap before a quotation mark that begins a line',
    place: `${SRC}/styles/base.css`,
  },
  {
    key: 'css.properties.text-wrap',
    reason: 'Without it, a single character may be alone on the last line',
    place: `${SRC}/styles/base.css`,
  },
  {
    key: 'css.properties.break-after.avoid',
    reason: 'A printed heading may end a page',
    place: `${SRC}/ui/rich-text/rich-text.module.css`,
    word: 'break-after',
  },
  {
    key: 'css.types.color.color-mix',
    reason: 'Tints beside another mark; where it is the only background, inside @supports',
    place: `${SRC}/manage/controls/dialogs/danger-dialog.module.css`,
  },
  {
    key: 'css.types.length.viewport_percentage_units_dynamic',
    reason: 'Inside @supports; without it, vh',
    place: `${SRC}/features/chat/chat.module.css`,
    word: 'dvh',
  },
]
