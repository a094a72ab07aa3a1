import { type ComponentType, createContext, use, useMemo } from 'react'
import type { receipt } from './zh/receipt.tsx'

/** The texts of the lookup and its pages, by section. The Chinese texts define what a section has. */
export interface LookupTexts {
  receipt: typeof receipt
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
