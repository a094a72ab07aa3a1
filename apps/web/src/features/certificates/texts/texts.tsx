import { type ComponentType, createContext, use, useMemo } from 'react'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import type { lookup } from './zh/lookup.ts'
import type { receipt } from './zh/receipt.tsx'
import type { resultTexts } from './zh/result.tsx'
import type { sharePage } from './zh/share-page.tsx'

type ResultTexts = typeof resultTexts

/** The texts of the lookup and its pages, by section. The Chinese texts define what a section has. */
export interface LookupTexts extends ResultTexts {
  lookup: typeof lookup
  receipt: typeof receipt
  sharePage: typeof sharePage
}

const Texts = createContext<Partial<LookupTexts>>({})

/**
 * Texts of a section in the language of the page.
 * @throws Error when the page has not given its tree this section
 */
export function useTexts<Section extends keyof LookupTexts>(section: Section): LookupTexts[Section] {
  const texts = use(Texts)[section]
  if (!texts) throw new Error(`the page has no texts of ${section}`)
  return texts
}

/** Gives a component and what it shows more texts. */
export function withTexts<Props extends object>(Part: ComponentType<Props>, added: Partial<LookupTexts>) {
  return function PartWithTexts(props: Props) {
    const outer = use(Texts)
    const texts = useMemo(() => ({ ...outer, ...added }), [outer])
    return (
      <Texts value={texts}>
        <Part {...props} />
      </Texts>
    )
  }
}

/** A deferred part whose texts are loaded with its code. */
export function deferWithTexts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts: () => Promise<Partial<LookupTexts>>,
) {
  return deferredPart(async () => {
    const [Part, texts] = await Promise.all([load(), loadTexts()])
    return withTexts(Part, texts)
  })
}
