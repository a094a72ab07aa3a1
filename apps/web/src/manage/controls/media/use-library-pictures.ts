import { useTextPictures } from '#domain/writing/pictures/use-text-pictures.ts'
import type { TextEditor } from '#domain/writing/text-editor.ts'
import { useApi } from '#lib/api/api-context.ts'
import { copyToLibrary, uploadToLibrary } from './upload-to-library.ts'

/**
 * Uploads the pictures of a text to the library.
 * @param isPaused whether they wait, for example before the login
 */
export function useLibraryPictures(editor: TextEditor | null, text: string, isPaused: boolean) {
  const api = useApi()
  return useTextPictures({
    editor,
    text,
    isPaused,
    copy: (address, { signal }) => copyToLibrary(api, address, signal),
    send: async (file, { onProgress, signal }) => (await uploadToLibrary(api, file, onProgress, signal)).item.url,
  })
}
