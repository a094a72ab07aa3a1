import {
  type HomeSection,
  type HomeService,
  type HomeStandard,
  NEUTRAL_TEXTS,
  type PlacedSection,
  placeSections,
  type Qualification,
  splitWords,
} from '@portal/contract/site/home-sections.ts'
import type { HomeContent } from '@portal/contract/site/site.ts'
import type { SiteSettings } from '@portal/contract/site/site-settings.ts'
import { renderMarkdown } from '#platform/text/markdown.ts'

/** Makes the answer of `GET /v1/site/home`: neutral texts for unset ones, and no section whose texts are not set. */
export function toHomeContent(stored: Readonly<Record<string, unknown>>): HomeContent {
  const settings = stored as Partial<SiteSettings['home'] & SiteSettings['brand']>
  const services = (settings.homeServices ?? []) as HomeService[]
  const standards = (settings.homeStandards ?? []) as HomeStandard[]
  const qualifications = (settings.qualifications ?? []) as Qualification[]
  const { impartialityTitle = null, impartialityText = null, paragraphTitle = null, paragraph = null } = settings
  const isFilled: Partial<Record<HomeSection, boolean>> = {
    services: services.length > 0,
    credentials: impartialityText !== null || standards.length > 0,
    qualifications: qualifications.length > 0,
    paragraph: paragraph !== null,
  }
  return {
    title: settings.homeTitle
      ? [settings.homeTitle, ...(settings.homeTitleEnd ? [settings.homeTitleEnd] : [])]
      : [NEUTRAL_TEXTS.homeTitle, NEUTRAL_TEXTS.homeTitleEnd],
    lead: settings.homeLead || settings.summary || NEUTRAL_TEXTS.homeLead,
    sections: placeSections((settings.homeSections ?? null) as PlacedSection[] | null)
      .filter(({ section, isShown }) => isShown && (isFilled[section] ?? true))
      .map(({ section }) => section),
    servicesLead: settings.servicesLead ?? NEUTRAL_TEXTS.servicesLead,
    steps: splitWords(settings.homeSteps ?? null),
    services: services.map((one) => ({
      ...one,
      tests: splitWords(one.tests),
      standards: splitWords(one.standards),
    })),
    gems: settings.homeGems ?? [],
    impartialityTitle,
    impartialityText,
    standards,
    qualificationsLead: settings.qualificationsLead ?? null,
    qualifications,
    paragraphTitle,
    paragraph: paragraph && renderMarkdown(paragraph).html,
  }
}
