/** Replaces the blank in codes of standards, `GB/T 16553`, so that no line breaks there. The result is for display alone. */
export const keepCodes = (text: string): string => text.replace(/([A-Z]) (?=\d)/g, '$1\u00a0')
