import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import type { TextPictures } from '../pictures/use-text-pictures.ts'
import type { TextEditor } from '../text-editor.ts'
import { findFirstHeading } from './first-heading.ts'

interface ImportedText {
  content: string
  /** Name of the file without its ending. */
  fileName: string
  /** What was left out. */
  dropped: readonly string[]
}

export type FileImport = ReturnType<typeof useFileImport>

/**
 * Replaces a text by that of a Word or Markdown file, after a confirmation.
 * @param onTitle receives the first heading, or the name of the file; returns whether all of it has become the title.
 *   The heading leaves the text then, so that readers do not see it twice.
 */
export function useFileImport(editor: TextEditor | null, pictures: TextPictures, onTitle?: (title: string) => boolean) {
  const api = useApi()
  const [found, setFound] = useState<ImportedText | null>(null)
  const put = ({ content, fileName, dropped }: ImportedText) => {
    if (!editor) return
    const { title, rest } = findFirstHeading(content)
    const insert = onTitle?.(title || fileName) && rest !== null ? rest : content
    const end = insert.length
    editor.apply({ from: 0, to: editor.text().length, insert, selectFrom: end, selectTo: end })
    if (dropped.length === 0) showToast('success', `已导入“${fileName}”`)
    else showToast('warning', `已导入“${fileName}”。没有带过来：${dropped.join('、')}`)
  }
  const readMarkdown = async (file: File): Promise<ImportedText> => {
    const body = new FormData()
    body.set('file', file)
    return { ...(await api.call('POST /v1/article/readMarkdownFile', { body })), dropped: [] }
  }
  const readFile = async (file: File) => {
    try {
      const read = /\.docx?$/i.test(file.name) ? await readWord(file, pictures) : await readMarkdown(file)
      if (editor?.text().trim() === '') put(read)
      else setFound(read)
    } catch (reason) {
      // The API client has already shown errors that upstream answered.
      if (reason instanceof TypeError) showToast('error', '网络不通，文件没有导入')
      else if (reason instanceof WordRefused) showToast('error', `“${file.name}”没有导入：${reason.message}`)
    }
  }
  return { found, read: (file: File) => void readFile(file), put, discard: () => setFound(null) }
}

class WordRefused extends Error {}

/** Loads the reader of Word files and the editor's rules of a paste. */
async function readWord(file: File, pictures: TextPictures): Promise<ImportedText> {
  const [{ openDocx }, { convertHtml }] = await Promise.all([
    import('./open-docx.ts'),
    import('../visual/paste/convert-html.ts'),
  ])
  const html = await openDocx(file).catch((reason: Error) => {
    throw new WordRefused(reason.message)
  })
  const read = convertHtml(html, pictures.takeCopied)
  if (!read) throw new WordRefused('内容太多，请分成几份')
  if (read.content.trim() === '') throw new WordRefused('文件里没有文字')
  return { ...read, fileName: file.name.replace(/\.docx?$/i, '') }
}

/** Confirms that the present text is replaced. */
export function ImportDialog({ found, put, discard }: FileImport) {
  if (!found) return null
  return (
    <ConfirmDialog
      title="用导入的文件替换正文？"
      confirmLabel="替换正文"
      busyLabel="替换中"
      onConfirm={async () => put(found)}
      onClose={discard}
    >
      正文里已有内容。替换后可以用 Ctrl+Z 撤销。
    </ConfirmDialog>
  )
}
