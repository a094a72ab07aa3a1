import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import { type FigurePicture, makePicturesOpenable } from './figure-pictures.ts'

/** Loaded when the first picture is opened. */
const FigureViewer = lazyPart(async () => (await import('./figure-viewer.tsx')).FigureViewer)

/**
 * Makes the pictures in an element open enlarged.
 * @param content changes with the pictures
 * @returns `ref` for the element, and the viewer of the open picture
 */
export function useOpenablePictures(content: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<FigurePicture | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures depend on the content
  useEffect(() => (ref.current ? makePicturesOpenable(ref.current, setPicture) : undefined), [content])
  const viewer = picture && (
    <Suspense>
      <FigureViewer picture={picture} onClose={() => setPicture(null)} />
    </Suspense>
  )
  return { ref, viewer }
}
