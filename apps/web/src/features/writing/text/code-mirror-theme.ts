import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/* CodeMirror's own sheet is outside of all layers and would win over a CSS module. */

export const editorTheme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--color-ink)', background: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    fontSize: '0.9375rem',
    lineHeight: '1.85',
    overscrollBehavior: 'contain',
  },
  '.cm-content': { padding: '20px 24px 40px', caretColor: 'var(--color-ink)', minBlockSize: '100%' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--color-ink-3)', fontFamily: 'var(--font-sans)' },
  '@media (max-width: 719.98px)': {
    '.cm-content': { padding: '16px 16px 32px' },
    // Below 16px, phones zoom in when the field gets the focus.
    '.cm-scroller': { fontSize: '1rem' },
  },
})

export const editorHighlight = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--color-ink)', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontWeight: '500', color: 'var(--color-accent)' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.quote, color: 'var(--color-ink-2)' },
  { tag: [tags.link, tags.url], color: 'var(--color-link)' },
  { tag: tags.monospace, color: 'var(--color-accent)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--color-ink-3)' },
])
