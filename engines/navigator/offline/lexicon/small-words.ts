// The small words of an order in German and Spanish, and the words for kinds of things, as the English that the grammar reads.
// INVARIANT: everyday words only; names and values are never translated.

export type Language = 'en' | 'de' | 'es';

/** Words by which a language is known. Words that two of the languages share are left out. */
export const SIGNS_OF_LANGUAGE: Readonly<Record<'de' | 'es', string>> = {
  de: 'der die das den dem des ein eine einen einem einer und oder auf im ins zum zur vom bitte dann danach mit für von bei aus alle jede jeden jedes nicht ist sind wie viel was wer wann wo welche welcher welches mir ich sie du neben über unter zwischen nach knopf schaltfläche feld liste dass soll sollen sollte muss müssen werden danach anschließend zuerst drücken klicken auswählen eingeben ankreuzen anhaken lautstärke kästchen kannst könnten könntest möchte mich passwort kennwort benutzername benutzernamen melde',
  es: 'el la los las un una unos unas y en del al con para por de que luego después entonces todos todas cada cuál cuánto cuánta cuándo dónde quién qué es son sin favor puedes podría quiero botón casilla campo lista enlace pestaña junto debajo encima debe deben dale pulsa pulsar haz clic marca escribe elige pon mete hay qué que dime usuario contraseña cuántos cuántas',
};

/** INVARIANT: inside a sentence only in small letters, since a name has a capital. Each `from=to`. Looked for as whole words, whatever the case. */
export const SMALL_WORDS: Readonly<Record<'de' | 'es', string>> = {
  de: `
rechts von=right of|links von=left of|rechts neben=right of|links neben=left of|in der zeile von=in the row of|in der zeile mit=in the row of
mit der aufschrift=with the text|mit dem text=with the text|mit dem namen=called|mit der beschriftung=labelled|namens=called|genannt=called|beschriftet mit=labelled|mit dem titel=titled
wie viel kostet=how much is|wieviel kostet=how much is|was kostet=how much is|wie viele=how many|wieviele=how many|wie viel=how much|wie hoch ist der preis=what is the price|wie hoch sind die kosten=what is the cost|wie hoch ist=how high is|wurde=was|gegründet=founded|geboren=born|erfunden=invented|wie heißt=what is|was ist=what is|was sind=what are|wie lautet=what is|wer ist=who is|wann=when|wo ist=where is|wo=where|welche ist=which is|welche=which|welcher=which|welches=which|wer=who
in das=into the|in die=into the|in den=into the|in dem=in the|ins=into the|im=in the|zum=to the|zur=to the|vom=from the|beim=at the|am=on the|aufs=on the|unter dem=below the|über dem=above the
alle außer=all except|alles außer=everything except|bis auf=except|außer=except|alle=all|alles=everything|jeden=each|jede=each|jedes=each|nichts=nothing|beide=both|beiden=both
und=and|oder=or|neben=next to|unterhalb von=below|unterhalb=below|oberhalb von=above|oberhalb=above|unter=under|über=above|zwischen=between|für=for|mit=with|ohne=without|von=from|aus=from|auf=on|in=in|nach=for|zu=to|als=as|an=at|bei=at|dass=that|bis=until|wenn=when|sobald=when
der=the|die=the|das=the|den=the|dem=the|des=of the|eine=a|einen=a|einem=a|einer=a|ein=a|meine=my|meinen=my|meinem=my|meiner=my|mein=my|dieses=this|diese=this|diesen=this|dieser=this|es=it|ihn=it
erste|ersten|erster|erstes=first|zweite|zweiten|zweiter|zweites=second|dritte|dritten|dritter|drittes=third|vierte|vierten|vierter|viertes=fourth|fünfte|fünften|fünfter|fünftes=fifth|sechste|sechsten=sixth|siebte|siebten=seventh|achte|achten=eighth|letzte|letzten|letzter|letztes=last|nächste|nächsten|nächster|nächstes=next
zwei=two|drei=three|vier=four|fünf=five|sechs=six|sieben=seven|acht=eight|neun=nine|zehn=ten|kleiner als=less than|größer als=greater than|mehr als=more than|weniger als=less than|gerade=even|ungerade=odd
rote|roten|roter|rotes|rot=red|blaue|blauen|blauer|blaues|blau=blue|grüne|grünen|grüner|grünes|grün=green|gelbe|gelben|gelbes|gelb=yellow|schwarze|schwarzen|schwarz=black|weiße|weißen|weiß=white|graue|grauen|grau=grey|lila=purple|
billigste|billigsten|billigster|günstigste|günstigsten|günstigster|preiswerteste=cheapest|teuerste|teuersten|teuerster=most expensive|neueste|neuesten|neuester|neuestes|neuste=newest|älteste|ältesten=oldest|größte|größten=largest|kleinste|kleinsten=smallest|höchste|höchsten=highest|niedrigste|niedrigsten=lowest|bestbewertete|bestbewerteten=best rated
aufsteigend=ascending|aufsteigender=ascending|absteigend=descending|absteigender=descending|alphabetisch=alphabetical|alphabetischer=alphabetical|reihenfolge=order`,
  es: `
a la derecha de=right of|a la izquierda de=left of|que está al lado de=next to|que está junto a=next to|dentro de=in|que se llama=called|que no sea=that is not|que no es=that is not|que no se llama=that is not|que no se llame=that is not|que no dice=that is not|al lado de=next to|al lado del=next to the|junto al=next to the|junto a=next to|debajo de=below|debajo del=below the|encima de=above|encima del=above the|en la fila de=in the row of
hay un=there is a|hay una=there is a|con el texto=with the text|con la etiqueta=labelled|con el nombre=called|llamado=called|llamada=called|titulado=titled|titulada=titled|que dice=that says
cuánto cuesta=how much is|cuánto vale=how much is|cuántos=how many|cuántas=how many|cuál es=what is|cuáles son=what are|qué es=what is|quién es=who is|quién=who|cuándo=when|dónde está=where is|dónde=where|cuál=which|qué=what
todos los|todas las|todos|todas=all|todo=everything|cada una de las|cada uno de los=each|cada=each|excepto|menos|salvo=except|ambos|ambas=both|nada=nothing|ninguno|ninguna=none
y=and|e=and|o=or|en=in|del=of the|de la=of the|de los=of the|de las=of the|de=of|al=to the|a=to|con=with|sin=without|para=for|por=by|como=as|entre=between|sobre=over|hasta=until|cuando=when|desde=from|que=that
el=the|la=the|los=the|las=the|una=a|un=a|mi=my|mis=my|este=this|esta=this|ese=this|esa=this|lo=it
primera|primero|primer=first|segunda|segundo=second|tercera|tercero|tercer=third|cuarta|cuarto=fourth|quinta|quinto=fifth|sexta|sexto=sixth|última|último=last|siguiente=next
dos=two|tres=three|cuatro=four|cinco=five|seis=six|siete=seven|ocho=eight|nueve=nine|diez=ten|menor que=less than|mayor que=greater than|menos de=less than|más de=more than|par=even|impar=odd
roja|rojo=red|azul=blue|verde=green|amarilla|amarillo=yellow|negra|negro=black|blanca|blanco=white|gris=grey|morado|morada=purple|círculo=circle|cuadrado=square|rectángulo=rectangle|triángulo=triangle
ascendente=ascending|descendente=descending|alfabético=alphabetical|orden=order`,
};

/** Nouns for kinds of things and for what fields are usually called; whatever the case. */
export const NOUNS: Readonly<Record<'de' | 'es', string>> = {
  de: `
schaltfläche|schaltflächen|knopf|knöpfe|taste|button=button|link|verknüpfung=link|registerkarte|reiter|tab=tab|kontrollkästchen|kästchen|häkchen|checkbox=checkbox|optionsfeld|radiobutton|auswahlknopf=radio button|eingabefeld|textfeld|feld|felder=field|textbereich|textfläche=text area|auswahlliste|dropdown|klappliste|auswahlfeld|aufklappliste=dropdown|liste=list|schieberegler|regler=slider|schalter=switch|menü=menu|menüpunkt=menu item|abschnitt|bereich=section|dialog|dialogfenster=dialog|e-mail|mail=email|fenster=window|seite=page|formular=form|tabelle=table|zeile=row|spalte=column|kalender=calendar|symbol=icon|kreis=circle|quadrat=square|rechteck=rectangle|dreieck=triangle|kreise=circles|quadrate=squares|rechtecke=rectangles|dreiecke=triangles|leute|personen=people|position|stelle=position|überschrift=heading|absatz=paragraph|wort=word|eintrag|einträge=entry|ergebnis=result|ergebnisse=results|nachricht=message|datum=date|uhrzeit=time|menge|anzahl=quantity|preis=price|warenkorb=basket|suche=search|karte=card|reihenfolge=order
januar=January|februar=February|märz=March|mai=May|juni=June|juli=July|oktober=October|dezember=December
benutzername|benutzernamen|nutzername=username|passwort|kennwort=password|vorname=first name|nachname=last name|ort|stadt=city|straße=street|telefon|telefonnummer=phone`,
  es: `
botón|botones=button|enlace|vínculo=link|pestaña=tab|casilla de verificación|casilla|casillas=checkbox|botón de opción=radio button|campo de texto|cuadro de texto|campo|campos=field|área de texto=text area|lista desplegable|desplegable=dropdown|lista=list|control deslizante|deslizador=slider|interruptor=switch|menú=menu|elemento de menú=menu item|sección=section|cuadro de diálogo|diálogo=dialog|ventana=window|página=page|formulario=form|tabla=table|fila=row|columna=column|calendario=calendar|icono|ícono=icon|título=heading|párrafo=paragraph|palabra=word|entrada=entry|resultado=result|resultados=results|mensaje=message|fecha=date|hora=time|cantidad=quantity|precio=price|correo electrónico|correo=email|elementos=items|personas=people|posición=position|carrito|cesta=basket|búsqueda=search|tarjeta=card
enero=January|febrero=February|marzo=March|abril=April|mayo=May|junio=June|julio=July|agosto=August|septiembre=September|octubre=October|noviembre=November|diciembre=December
usuario=username|contraseña=password|apellido|apellidos=last name|ciudad=city|calle=street|teléfono=phone`,
};

/** "la lámpara más barata": what stands behind its noun there, and before it in English. */
export const BEHIND_NOUN: readonly (readonly [RegExp, string])[] = [
  [
    /\b(\d{1,2}) of (January|February|March|April|May|June|July|August|September|October|November|December) of (\d{4})\b/gu,
    '$1 $2 $3',
  ],
  [/\bthe ([\p{L}-]+(?: [\p{L}-]+)?) más (?:barat[oa]|económic[oa])s?\b/iu, 'the cheapest $1'],
  [/\bthe ([\p{L}-]+(?: [\p{L}-]+)?) más car[oa]s?\b/iu, 'the most expensive $1'],
  [/\bthe ([\p{L}-]+(?: [\p{L}-]+)?) más (?:nuev[oa]|reciente)s?\b/iu, 'the newest $1'],
  [/\bthe ([\p{L}-]+(?: [\p{L}-]+)?) más (?:antigu[oa]|viej[oa])s?\b/iu, 'the oldest $1'],
  [/\bthe ([\p{L}-]+(?: [\p{L}-]+)?) más (?:grande|alt[oa])s?\b/iu, 'the largest $1'],
  [/\bthe ([\p{L}-]+(?: [\p{L}-]+)?) más (?:pequeñ[oa]|baj[oa])s?\b/iu, 'the smallest $1'],
  [
    /\bthe (circle|square|rectangle|triangle|button|link) (red|blue|green|yellow|black|white|grey|purple)\b/iu,
    'the $2 $1',
  ],
];

/** Between clauses: "dann", "luego". */
export const JOINTS: Readonly<Record<'de' | 'es', string>> = {
  de: 'zum schluss|am ende|und zum schluss|und am ende|und danach|und dann|und anschließend|und|dann|danach|anschließend|zuletzt|schließlich|zuerst|als nächstes|sowie|und aber|aber|sondern',
  es: 'y por último|y luego|y después|y entonces|y|e|luego|después|entonces|finalmente|por último|primero|a continuación|pero',
};

/** What makes an order polite, and says nothing of what is to be done. Taken from the beginning or the end of a clause. */
export const POLITE: Readonly<Record<Language, string>> = {
  en: `please|pls|plz|kindly|can you|could you|would you|will you|can u|could u|would you mind|do you mind|would you be so kind as to|be so kind as to|if you could|i want you to|i want to|i would like you to|i would like to|i'd like you to|i'd like to|i need you to|i need to|we need to|you need to|you have to|you should|you must|your task is to|the task is to|your job is to|i'd appreciate it if you could|i would appreciate it if you could|it would be great if you could|go ahead and|go ahead|do me a favour and|do me a favor and|do me a favour|do me the favour and|be a dear and|feel free to|i'd be grateful if you would|i'd be grateful if you could|i would be grateful if you could|it'd be nice if you could|it would be nice if you could|would it be possible to|is it possible to|may i ask you to|might i ask you to|please could you|i was wondering if you could|i wonder if you could|what i'd like is for you to|what i want is for you to|what i need is for you to|what you should do is|what you need to do is|all you have to do is|your job|your task|the job is to|it's time to|we should|we have to|you might want to|how about|what about|why not|why don't you|time to|it is time to|someone should|somebody should|the goal is to|the idea is to|the aim is to|the plan is to|the next step is to|next step|the task|the order|on this page|on the page|i suggest you|i'd suggest you|i'm trying to|i am trying to|i'm here to|i came to|help me by|make sure to|make sure you|be sure to|remember to|don't forget to|do not forget to|let us|let's|just|simply|quickly|carefully|now|first|firstly|first of all|to begin with|to start with|begin by|start by|finally|lastly|next|also|then|after that|afterwards|hey|hi|hello|ok|okay|so|well|help me|help me to|help me out and|try to|proceed to|for me|thanks|thank you|thx|many thanks|when you have a moment|if possible|if you would|will you please|right away|as soon as possible|asap|i wish to|i am going to need you to|we would like to`,
  de: `bitte|könntest du|könnten sie|kannst du|können sie|würdest du|würden sie|ich möchte dass du|ich möchte, dass du|ich möchte|ich hätte gern, dass du|ich hätte gerne, dass du|ich hätte gern|bitte einmal|einmal|ich will|ich würde gerne|mal|doch|kurz|jetzt|zuerst|zunächst|für mich|danke|vielen dank|sei so gut und|seien sie so gut und|sie|hallo`,
  es: `por favor|puedes|podrías|podría|puede|quiero que|quiero|quisiera|me gustaría|necesito que|necesito|ahora|primero|gracias|muchas gracias|hola|para mí|te importaría|le importaría|hay que|tienes que|debes|me gustaría que|necesito|es necesario|haz el favor de`,
};
