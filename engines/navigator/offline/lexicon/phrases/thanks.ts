// Words of thanks that are what is to be said ("reply to Ana with thanks"), and no politeness towards whoever reads the order. Pure.
// INVARIANT: only behind a verb of saying and the word that its words follow; everywhere else thanks are thanks.

const SAID_THANKS =
  /^((?:[^"“”]*?(?<!\p{L}))?(?:reply|replies|respond|answer|comment|write|text|post|antworte|antworten|schreib|schreibe|responde|responder|contesta|escribe|comenta)(?!\p{L})[^"“”;.]{0,120}?(?<!\p{L})(?:with|saying|that says|mit|con|diciendo)(?: (?:the (?:words?|text|message)|a|an))? |[^"“”]{0,200}?(?:reply|answer|comment|message|text|antwort|respuesta)(?: is|:) )((?:many |a big |big )?thanks(?: a lot)?|thank you(?: very much| so much)?|thx|(?:vielen |besten )?dank(?:e|eschön)?|(?:muchas |mil )?gracias)(?=\s*(?:[.!]*$|[,;.!] | and | then | und | y ))/iu;

/** The same order, the thanks in quotes. */
export const quotedThanks = (order: string): string => order.replace(SAID_THANKS, '$1"$2"');
