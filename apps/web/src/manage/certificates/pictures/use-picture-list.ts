import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { useRef, useState } from 'react'

interface Options {
  pictures: readonly DeskPicture[]
  onChange: (pictures: DeskPicture[]) => void
  /** Reports an action in words, for screen readers too. */
  onDone: (words: string) => void
}

/** The pictures that a draft names. Uploads end at any time, so changes start from the newest list and not from the rendered one. */
export function usePictureList({ pictures, onChange, onDone }: Options) {
  const [removed, setRemoved] = useState<{ picture: DeskPicture; at: number } | null>(null)
  const newest = useRef(pictures)
  newest.current = pictures
  const report = useRef(onChange)
  report.current = onChange

  function setPictures(next: DeskPicture[]) {
    newest.current = next
    report.current(next)
  }
  return {
    newest: () => newest.current,
    set: setPictures,
    removed,
    describe: (file: string, changes: Partial<DeskPicture>) =>
      setPictures(newest.current.map((one) => (one.file === file ? { ...one, ...changes } : one))),
    remove(file: string) {
      const at = newest.current.findIndex((one) => one.file === file)
      const picture = newest.current[at]
      if (!picture) return
      setRemoved({ picture, at })
      setPictures(newest.current.filter((one) => one.file !== file))
    },
    putBack() {
      if (!removed || newest.current.length >= DESK_PICTURE.max) return
      setPictures(insertPicture(newest.current, removed.at, removed.picture))
      setRemoved(null)
    },
    /** @param to new index in the list */
    move(file: string, to: number) {
      const at = newest.current.findIndex((one) => one.file === file)
      const picture = newest.current[at]
      if (!picture || at === to || to < 0 || to >= newest.current.length) return
      const others = newest.current.filter((one) => one !== picture)
      setPictures(insertPicture(others, to, picture))
      onDone(`已移到第 ${to + 1} 位`)
    },
  }
}

export const insertPicture = (pictures: readonly DeskPicture[], at: number, picture: DeskPicture) => [
  ...pictures.slice(0, at),
  picture,
  ...pictures.slice(at),
]
