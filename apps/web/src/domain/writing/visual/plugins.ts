import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Markup } from '../markup.ts'
import { MARKUP_KEYS, type TextEditorOptions } from '../text-editor.ts'
import styles from '../writing-field.module.css'
import { createBlockGrip } from './block-grip.ts'
import { KEY_COMMANDS } from './commands.ts'
import { createMarkedWords } from './marked-words.ts'
import { schema } from './schema.ts'

const { nodes } = schema

/** Creates the keys, the input rules and what is drawn besides the text. */
export function createPlugins(options: TextEditorOptions, run: (markup: Markup) => void): Plugin[] {
  const markupKeys = Object.entries(MARKUP_KEYS).map(([key, markup]) => [
    key.startsWith('shift+') ? `Mod-Shift-${key.slice('shift+'.length)}` : `Mod-${key}`,
    () => {
      run(markup)
      return true
    },
  ])
  const save = () => {
    options.onSave()
    return true
  }
  return [
    keymap({ ...Object.fromEntries(markupKeys), 'Mod-s': save }),
    keymap(KEY_COMMANDS),
    history(),
    inputRules({
      rules: [
        textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
        wrappingInputRule(/^>\s$/, nodes.blockquote),
        wrappingInputRule(/^[-*]\s$/, nodes.bullet_list),
        // Not other numbers: "2026. " begins a sentence more often than a list.
        wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
      ],
    }),
    // A caret beside a table or a preserved block that has no text beside it.
    gapCursor(),
    tableEditing(),
    createPlaceholder(options.placeholder),
    createMarkedWords(options.marked ?? []),
    createBlockGrip(),
  ]
}

function createPlaceholder(words: string): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc }) => {
        const isEmpty = doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph && doc.content.size === 2
        if (!isEmpty) return null
        return DecorationSet.create(doc, [
          Decoration.node(0, 2, { class: styles.empty ?? '', 'data-placeholder': words }),
        ])
      },
    },
  })
}
