import { Images } from '@lucide/icons'
import { useState } from 'react'
import { insertBlock } from '#domain/writing/markup.ts'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { MediaPicker } from '#manage/controls/media/media-picker.tsx'
import type { MediaItem } from '#manage/controls/media/media-words.ts'
import { Button } from '#ui/forms/button.tsx'

/** Makes the Markdown of a picture with its default alternative text, or of a link to a PDF. */
function toMarkdown({ kind, name, url, alt, isDecorative }: MediaItem): string {
  const quote = (text: string) => text.replace(/[\\[\]`*_<>]/g, '\\$&')
  return kind === 'pdf' ? `[${quote(name)}](${url})` : `![${isDecorative ? '' : quote(alt)}](${url})`
}

/** A button that inserts a picture of the library, or a PDF as a link, after the selection. */
export function InsertFromLibrary({ editor, isReadOnly }: { editor: TextEditor | null; isReadOnly: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const insert = (item: MediaItem) => {
    setIsOpen(false)
    if (!editor) return
    const { to } = editor.selection()
    editor.apply(insertBlock(editor.text(), to, to, toMarkdown(item)))
    editor.focus()
  }
  return (
    <>
      <Button variant="quiet" icon={Images} disabled={isReadOnly || !editor} onClick={() => setIsOpen(true)}>
        从图片库选择图片或 PDF
      </Button>
      {isOpen && <MediaPicker onPick={insert} onClose={() => setIsOpen(false)} />}
    </>
  )
}
