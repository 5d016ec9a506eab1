// Turns of phrase of German and Spanish orders ("setz bei X ein Häkchen", "quita la marca de X") as orders with their usual verb.
// Pure. INVARIANT: a table of everyday words; a name is only moved, never changed.

export const PHRASES: Readonly<Record<'de' | 'es', readonly (readonly [RegExp, string])[]>> = {
  de: [
    [
      /\b(?:setz|mach)(?:e|en)?(?: sie)?(?: bitte| mal)* (?:ein|das|einen) h(?:ä|ae)kchen (?:bei|in|vor|neben|an)\b/giu,
      'kreuze an',
    ],
    [
      /\bentfern(?:e|en)(?: sie)?(?: bitte| mal)* (?:das|den) h(?:ä|ae)kchen (?:bei|von|aus|vor)\b/giu,
      'deselektiere',
    ],
    [
      /\b(?:setz|mach)(?:e|en)?(?: sie)?(?: bitte| mal)* (?:einen|den) haken (?:bei|in|vor|neben|an)\b/giu,
      'kreuze an',
    ],
    [
      /\bbei (.+?) (?:bitte )?(?:ein|das) h(?:ä|ae)kchen setzen\b|\bbei (.+?) (?:bitte )?einen haken (?:setzen|machen)\b/giu,
      '$1$2 ankreuzen',
    ],
    [/\bsetz(?:e|en)?(?: sie)? überall (?:ein|das) h(?:ä|ae)kchen\b/giu, 'kreuze alles an'],
    [/\bnimm (?:den haken|das h(?:ä|ae)kchen) (?:bei|von|aus|vor) (.+?) weg\b/giu, 'wähle $1 ab'],
    [
      /\b(?:mach(?:e|en)?(?: sie)? )?(?:einen )?doppelklick auf\b|\bklick(?:e|en)?(?: sie)? (?:zweimal|doppelt)(?: schnell| hintereinander)? auf\b/giu,
      'doppelklicke auf',
    ],
    [/(?:auf )?(\S+)(?: bitte)? (?:doppelt (?:an)?klicken|doppelklicken)\b/giu, 'doppelklicke auf $1'],
    // "Ich möchte, dass du X drückst": the verb comes last.
    [
      /\bich (?:möchte|will|hätte gern(?:e)?|wünsche mir),? dass (?:du|sie) (.+?) (\p{Ll}+?)(?:st|t|en)(?=$|[.,;!]| und )/giu,
      '$1 $2en',
    ],
    // "Gib bei X Y ein": the value comes last.
    [
      /\b(?:gib|trag(?:e)?|schreib(?:e)?|tipp(?:e)?)(?: bitte| mal)* (?:bei|unter|im feld|ins feld|in das feld) (.+?) (\uE000\d+\uE001|\S+)(?: bitte)? (?:ein|rein|hinein)(?=$|[.,;!]| und )/giu,
      'gib $2 in das Feld $1 ein',
    ],
    [/(?<!\p{L})(?:die )?(\p{Lu}\p{Ll}+)s (E-Mail|Mail|Nachricht|Beitrag)(?!\p{L})/gu, 'die $2 von $1'],
    [/^außer (\uE000\d+\uE001|\S+) (?:bitte )?alles (?=\p{Ll}+en(?:$|[.,;]| und ))/giu, 'alles außer $1 '],
    [
      /\b(?:setz|mach)(?:e|en)?(?: sie)? bei (\uE000\d+\uE001|[^,.;]+?) (?:bitte )?(?:einen haken|ein h(?:ä|ae)kchen)(?=$|[.,;]| und )/giu,
      'kreuze an $1',
    ],
    [
      /^(.+?) hätte ich gern(?:e)?, (?:bitte )?(\p{Ll}+) (?:es|ihn|sie|den|das|die)(?: bitte)?( an| aus)?(?=$|[.!])/giu,
      '$2 $1$3',
    ],
    // What is said of a thing behind it.
    [/, (?:der|die|das) (neben|unter|über|in|bei) (.+?) (?:steht|liegt|ist)(?=$|[.,;?]| und )/giu, ' $1 $2'],
    [/(?: (an|aus))?, (?:der|die|das) (nicht )?(\S+) heißt(?=$|[.,;?]| und )/giu, ' $2namens $3$1'],
    [/, auf (?:dem|der) (\S+) steht(?:,|(?=$|[.;?]| und ))/giu, ' mit der Aufschrift $1'],
    [/\bden anderen (knopf|button|link),? (?:und )?nicht (\S+)/giu, 'den $1 der nicht $2 ist'],
    [/\bder nicht (\S+) ist\b/giu, 'that is not $1'],
    [/ nicht namens (\S+?)(an|aus)?(?=$|[.,;?]| und )/giu, ' that is not $1 $2'],
    [/ namens (\uE000\d+\uE001|\p{Lu}\S*?)(an|aus)(?=$|[.,;?]| und )/gu, ' namens $1 $2'],
    // Two at once: "schalte X ein und Y aus".
    [
      /\b(?:schalt|mach)(?:e|en)?(?: sie)? (\S+) (?:ein|an) und (\S+) aus\b/giu,
      'schalte $1 ein; schalte $2 aus',
    ],
    [
      /(?:^|(?<=[.;] ))(\S+) (?:ein|an),? (?:und )?(\S+) aus(?=$|[.,;]| und )/gu,
      'schalte $1 ein; schalte $2 aus',
    ],
    // What should be.
    [/\b(?:das |der |die )?(?:feld )?(\S+) (?:soll|muss|sollte) leer sein\b/giu, 'leere das Feld $1'],
    [/\b(?:der|das) (dialog|fenster) (?:soll|muss) weg\b/giu, 'schließe den $1'],
    [
      /\b(?:im feld|in das feld|ins feld) (\S+) (?:soll|muss|kommt|gehört)(?: bitte)? (\uE000\d+\uE001|\S+)(?: stehen| hinein| rein)?(?=$|[.,;]| und )/giu,
      'gib $2 in das Feld $1 ein',
    ],
    [
      /\b((?:die|der|das) \S+) (?:soll|muss|sollte)(?: bitte)? (?:auf )?(\S+)(?: sein| stehen| lauten)(?=$|[.,;]| und )/giu,
      'setze $1 auf $2',
    ],
    [/\bdreh(?:e|en)?(?: sie)? (.+?) auf (\d+)/giu, 'setze $1 auf $2'],
    [
      /\bals (\S+) (?:bitte )?(\S+) (?:nehmen|wählen|auswählen|eingeben)(?=$|[.,;]| und )/giu,
      'wähle $2 als $1 aus',
    ],
    [/\bich nehme /giu, 'nimm '],
    [
      /\b(?:sorge? dafür|stell(?:e)? sicher|achte darauf|ich möchte|ich will|ich hätte gern),? dass (.+?) (\p{L}+)(?: (?:ist|sind|wird|werden))(?:,|(?=$|[.;]| und ))/giu,
      '$1 soll $2 sein',
    ],
    [/\bwie viele (\S+) (?:hat|enthält) (?:die|der|das) (\S+)/giu, 'how many $1 are in the $2'],
    [/(?<!\p{L})(welche[rs]?(?: \p{Lu}\S*)?) hat (?=(?:der|die|das|den) )/giu, '$1 has '],
    [
      /(?<!\p{L})(?:wir sind|es sind|es kommen|wir kommen zu) (\p{L}+|\d+) (?:gäste|personen|leute)(?!\p{L})/giu,
      'there will be $1 guests',
    ],
    [/(?<!\p{L})stelle? (?:das|es)(?: bitte)? ein(?!\p{L})/giu, 'set that'],
    // The verb of a question in a question stands last.
    [
      /(^|[.;,] |sag mir,? )(was|wer|wo|wann|wie hoch|wie alt|wie lang) ((?:(?!ist(?!\p{L}))[^.;,?])+?) (ist|sind|war)(?=[.?!]*$)/giu,
      '$1$2 $4 $3',
    ],
    [/\bwelches alter hat (\S+?)(?=\?|$)/giu, 'wie alt ist $1'],
    [/\bwie alt ist (\S+?)(?=\?|$)/giu, 'how old is $1'],
    [/\bdas alter von\b/giu, 'the age of'],
    [/\bwie viele (?:leute|menschen|personen) (?:kommen|stammen|sind) aus\b/giu, 'how many people are from'],
    [/\bgib (?:dem|der) (beitrag|karte|post) von (\S+) ein like\b/giu, 'klicke auf Like on the card by $2'],
    [/^(.+?) als wichtig (?:markieren|kennzeichnen)(?=$|[.,;!])/giu, 'markiere $1 mit einem Stern'],
    [/\b(?:ich )?entscheide(?: ich)? mich für\b/giu, 'nimm'],
    [/\bwählst du (.+?) aus\b/giu, 'wähle $1 aus'],
    [/\bklickst(?: du)?(?= (?:dann |danach )?auf\b)/giu, 'klicke'],
    [
      /^(?:das )?passwort (\uE000\d+\uE001|\S+) (?:muss|soll) in beide felder(?: eingegeben werden| rein| hinein)?/giu,
      'gib $1 in beide Passwortfelder ein',
    ],
    [
      /\bins feld (?:kommt|gehört|soll) (\uE000\d+\uE001|\S+)(?: rein| hinein)?(?=$|[.,;!])/giu,
      'gib $1 in das Feld ein',
    ],
    [/\bnummer (eins|zwei|drei|vier|fünf|\d+)\b/giu, 'number $1'],
    [/\ballerletzte/giu, 'letzte'],
    [/\bmach(?:e|en)?(?: sie)? (.+?) auf(?=$|[.,;]| und )/giu, 'öffne $1'],
    [/\bmach(?:e|en)?(?: sie)? (.+?) zu(?=$|[.,;]| und )/giu, 'schließe $1'],
  ],
  es: [
    [
      /(?<!\p{L})(?:somos|seremos|vamos a ser) (\p{L}+|\d+) (?:huéspedes|invitados|personas)(?!\p{L})/giu,
      'there will be $1 guests',
    ],
    [/^¿+\s*/gu, ''],
    [
      /\b(?:haz|dale|da|hacer) (?:un )?doble clic (?:a|en)\b|\b(?:pulsa|haz clic|presiona) dos veces(?: seguidas)? (?:en )?/giu,
      'haz doble clic en ',
    ],
    [/\bquiero que le des clic a\b/giu, 'haz clic en'],
    [/\bhaz clic sobre\b/giu, 'haz clic en'],
    [/\b(?:pon|poner) una marca en\b/giu, 'marca'],
    [/\b(?:quita|quitar|quite) la marca de(?:l)?\b/giu, 'desmarca'],
    [
      /\b(?:borra|borrar|elimina|quita) el contenido de(?:l)?(?: campo)?\b|\bdeja(?:r)? vacío(?: el campo)?\b/giu,
      'vacía el campo',
    ],
    [/\b(?:quita|quitar) (el cuadro de diálogo|el diálogo|la ventana)\b/giu, 'cierra $1'],
    [/\bdeja (\S+) activad[oa] y (\S+) desactivad[oa]\b/giu, 'activa $1; desactiva $2'],
    [
      /\b(?:la casilla )?(\S+) no debe(?:n)? (?:estar|quedar) (?:marcad|seleccionad)[oa]s?\b/giu,
      'desmarca $1',
    ],
    [
      /\b(?:quiero que )?(todas las casillas|(?:la casilla )?\S+) (?:debe(?:n)? estar|tiene(?:n)? que estar|esté(?:n)?|debe(?:n)? quedar) marcad[oa]s?\b/giu,
      'marca $1',
    ],
    [/\bel campo (\S+) debe (?:contener|decir|tener) (\uE000\d+\uE001|\S+)/giu, 'escribe $2 en el campo $1'],
    [/\b((?:el|la) \S+) debe (?:ser|estar en|estar a) (\S+?)(?=$|[.,;]| y )/giu, 'pon $1 a $2'],
    [/\bpon (la fecha|la hora|el volumen) (?:a |en )?(\d\S*)/giu, 'pon $1 a $2'],
    [/\bel otro (botón|enlace),? no (\uE000\d+\uE001|\S+)/giu, 'el $1 que no sea $2'],
    [
      /\b(?:mete|lleva|meter|llevar) (\p{Lu}\S*) (?:en|a|hasta) (?=la cesta|el carrito|la caja)/gu,
      'arrastra $1 a ',
    ],
    [/\bque pulses\b/giu, 'pulsa'],
    // "Mi ciudad es Roma, escríbelo": what stands before is the field and its value.
    [
      /^(?:mi|el|la) ([^,.;]+?) es (?:el |la )?([^,.;]+?), (?:escríbel|ponl|introdúcel|métel)[oa](?= y |$|[.,;])/giu,
      'escribe $2 en $1',
    ],
    [/\bcuántos años tiene (\S+?)(?=\?|$)/giu, 'how old is $1'],
    [/\b(?:la )?edad de\b/giu, 'the age of'],
    [/\b(cuántos|cuántas) (\S+) (?:tiene|hay en) (la \S+)/giu, '$1 $2 are in $3'],
    [/\b¿?cuánt[oa]s (?:personas|gente) (?:son|vienen|hay) de(?= \p{Lu})/giu, 'how many people are from'],
    [/\b(?:dale a|dar a|da a) (?=\p{Lu}\S* (?:en|de|del) )/gu, 'haz clic en '],
    [/\b(?:en|de) la publicación de (\S+)/giu, 'on the card by $1'],
    [/\bmarca tanto (\S+) como (\S+)/giu, 'marca $1 y $2'],
    [/\bqu[ií]tale la marca a (\uE000\d+\uE001|\S+)/giu, 'desmarca $1'],
    [/\bponle (\uE000\d+\uE001) al campo\b/giu, 'escribe $1 en el campo'],
    [/\barrastra (\S+) hasta (?=\p{Lu}|el |la )/gu, 'arrastra $1 a '],
    [
      /\b(?:la )?contraseña (\uE000\d+\uE001) hay que (?:escribirla|ponerla) en los dos campos\b/giu,
      'escribe $1 en los dos campos de contraseña',
    ],
    [/\bguarda con (?=\p{Lu})/gu, 'pulsa '],
    [/\bnúmero (uno|dos|tres|cuatro|cinco|\d+)\b/giu, 'number $1'],
    [/\bquiero (la tabla|la lista) ordenada por\b/giu, 'ordena $1 por'],
    [
      /\b(?:contesta|responde) a (\p{Lu}\S*) con(?: el texto)?\b/gu,
      'responde a the email from $1 with the text',
    ],
    [/\breenvíale a (\S+) (el correo de \S+)/giu, 'reenvía $2 a $1'],
    [/\benvíalo con (\S+)/giu, 'pulsa $1'],
  ],
};
