import { findSourceFault, toSourcePath } from './redirect-rules.ts'

/** Rules of the requests that the BFF counts by address. */

/** Days for which counts by address are stored and shown. */
export const ADDRESS_HITS_DAYS = 30
/** Requests from which an address without a page is shown. */
export const MISSING_SHOWN_FROM = 3
/** Different addresses without a page that one report holds. */
export const MISSING_PENDING_MAX = 500

/** Endings of pages and documents; a missing picture or script is no address that a reader has opened. */
const DOCUMENT = /\.(?:html?|shtml|aspx?|jsp|pdf|docx?|xlsx?|pptx?)$/
const HAS_ENDING = /\.[a-z0-9]{1,8}$/
/** Programs that search for weak software ask for these. */
const SCANNED =
  /\/(?:\.|wp-|wordpress|xmlrpc|phpmyadmin|pma\/?|phpunit|cgi-bin|vendor\/|actuator|solr\/|boaform|hnap1|owa\/|ecp\/|autodiscover|\+cscoe|geoserver|telescope|_ignition|_profiler|jenkins|druid\/|nacos|console\/|shell|eval-stdin|server-status|id_rsa|backup|config\b|env\b|graphql|swagger|cmd\b)/

/** A mail address, a mobile number or the number of an identity card. */
const PERSONAL = /[@%]|(?:^|\D)1[3-9]\d{9}(?:\D|$)|\d{17}[\dx]/

/**
 * Converts the path of a request without a page to the form in which it is counted. Returns `null` for a path that could
 * not be the source of a redirect, that only scanners request, or that may name a person.
 */
export function toMissingPath(path: string): string | null {
  const plain = toSourcePath(path)
  if (findSourceFault(plain) !== null || PERSONAL.test(plain) || SCANNED.test(plain)) return null
  return HAS_ENDING.test(plain) && !DOCUMENT.test(plain) ? null : plain
}
